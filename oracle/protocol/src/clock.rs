//! Times of the calendar, as RFC 3339 in UTC, without a library's notion of a zone.

/// Microseconds since 1970 of a text like `2026-01-01T00:00:00Z` or `…:00.250Z`.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.strip_suffix('Z')?;
    let (date, time) = text.split_once('T')?;
    let mut date = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut time = time.splitn(3, ':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    let inside = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..60).contains(&second)
        && fraction.len() <= 6
        && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let micros: i64 = format!("{fraction:0<6}").parse().ok()?;
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    inside.then_some(seconds * 1_000_000 + micros)
}

/// Days since 1970-01-01 in the Gregorian calendar: years begin in March, so that the leap day is a year's last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The text of a time, to the millisecond.
pub fn text(micros: i64) -> String {
    let millis = micros.div_euclid(1000);
    let (seconds, millis) = (millis.div_euclid(1000), millis.rem_euclid(1000));
    let (day, second) = (seconds.div_euclid(86_400) + 719_468, seconds.rem_euclid(86_400));
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!(
        "{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{:02}.{millis:03}Z",
        second % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        assert_eq!(parse("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(parse("2026-01-01T00:00:00Z"), Some(1_767_225_600_000_000));
        for time in [
            "2024-02-29T23:59:59.999Z",
            "2000-03-01T00:00:00.000Z",
            "1999-12-31T12:30:00.001Z",
        ] {
            assert_eq!(text(parse(time).unwrap()), time);
        }
        for wrong in [
            "",
            "2026-01-01",
            "2026-13-01T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:00",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
