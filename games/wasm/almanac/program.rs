//! Almanac: a WASI program that reads the bundle, keeps a file of its own, waits and guesses, and says what it saw.

use std::io::{Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, io, process, thread};

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().collect();
    println!("args {}", args.join(" "));
    println!("moon {}", env::var("MOON").unwrap_or_default());
    let mut line = String::new();
    io::stdin().read_to_string(&mut line)?;
    println!("read {}", line.trim());
    let tides = fs::read_to_string("/tides.txt")?;
    let total: u32 = tides
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u32>().ok())
        .sum();
    println!("tides {total}");
    let mut names: Vec<String> = fs::read_dir("/")?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    println!("files {}", names.join(" "));
    fs::create_dir("/tmp/log")?;
    let mut file = fs::File::create("/tmp/log/tides")?;
    write!(file, "sum {total}\n")?;
    drop(file);
    let mut file = fs::OpenOptions::new().append(true).read(true).open("/tmp/log/tides")?;
    file.write_all(b"end\n")?;
    file.seek(SeekFrom::Start(0))?;
    let mut back = String::new();
    file.read_to_string(&mut back)?;
    println!("kept {:?} {}", back, fs::metadata("/tmp/log/tides")?.len());
    fs::rename("/tmp/log/tides", "/tmp/tides")?;
    fs::remove_dir("/tmp/log")?;
    for (what, outcome) in [
        ("write", fs::write("/tides.txt", "x").err()),
        ("host", fs::read("/etc/passwd").err()),
        ("above", fs::read("../etc/passwd").err()),
        ("link", fs::hard_link("/tmp/tides", "/tmp/other").err()),
    ] {
        println!(
            "{what} {}",
            outcome.map_or("worked".to_owned(), |error| format!("{:?}", error.kind()))
        );
    }
    let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |date| date.as_secs());
    let start = Instant::now();
    thread::sleep(Duration::from_millis(1500));
    println!("date {date} waited {}", start.elapsed().as_millis());
    let seen = std::collections::hash_map::RandomState::new();
    println!("guess {:016x}", std::hash::BuildHasher::hash_one(&seen, 7));
    eprintln!("done");
    process::exit(args.iter().position(|arg| arg == "--fail").map_or(0, |_| 3));
}
