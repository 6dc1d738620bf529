//! Coverage of shapes whose area is known.

use super::*;
use tiny_skia::{PathBuilder, Rect};

const CLIP: PixelRect = PixelRect::new(0, 0, 20, 20);

fn total(path: &Path, rule: FillRule, clip: PixelRect) -> f64 {
    let mut sum = 0.0;
    Rasterizer::new().fill(
        path,
        Transform::identity(),
        rule,
        clip,
        &mut |_: i32, _: i32, len: usize, c: u8| {
            sum += len as f64 * f64::from(c) / 255.0;
        },
    );
    sum
}

fn rect(x: f32, y: f32, w: f32, h: f32) -> Path {
    PathBuilder::from_rect(Rect::from_xywh(x, y, w, h).expect("a rectangle"))
}

#[test]
fn a_rectangle_on_pixel_edges_covers_them_fully_and_no_other() {
    let patch = Rasterizer::new()
        .coverage(&rect(2.0, 3.0, 4.0, 5.0), Transform::identity(), FillRule::Winding, CLIP)
        .expect("covered");
    assert_eq!(patch.rect, PixelRect::new(2, 3, 6, 8));
    assert!(patch.data.iter().all(|c| *c == 255));
}

#[test]
fn a_quarter_of_a_pixel_is_a_quarter_of_coverage() {
    let patch = Rasterizer::new()
        .coverage(&rect(1.5, 1.5, 1.0, 1.0), Transform::identity(), FillRule::Winding, CLIP)
        .expect("covered");
    assert_eq!(patch.data, [64, 64, 64, 64]);
}

#[test]
fn area_outside_the_clip_counts_on_the_left_and_not_on_the_right() {
    let path = rect(-50.0, -50.0, 100.0, 100.0);
    assert_eq!(total(&path, FillRule::Winding, CLIP), 400.0);
    assert_eq!(total(&rect(-50.0, 0.0, 55.0, 20.0), FillRule::Winding, CLIP), 100.0);
    assert_eq!(total(&rect(15.0, 0.0, 500.0, 20.0), FillRule::Winding, CLIP), 100.0);
}

#[test]
fn a_diagonal_crossing_both_sides_halves_the_clip() {
    let mut builder = PathBuilder::new();
    builder.move_to(-10.0, -10.0);
    builder.line_to(30.0, 30.0);
    builder.line_to(-10.0, 30.0);
    let path = builder.finish().expect("a path");
    assert!((total(&path, FillRule::Winding, CLIP) - 200.0).abs() < 0.2);
}

#[test]
fn rules_differ_where_windings_add_up() {
    let mut builder = PathBuilder::new();
    builder.push_rect(Rect::from_xywh(0.0, 0.0, 10.0, 10.0).expect("a rectangle"));
    builder.push_rect(Rect::from_xywh(2.0, 2.0, 4.0, 4.0).expect("a rectangle"));
    let path = builder.finish().expect("a path");
    assert_eq!(total(&path, FillRule::Winding, CLIP), 100.0);
    assert_eq!(total(&path, FillRule::EvenOdd, CLIP), 84.0);
}

#[test]
fn a_circle_has_its_area() {
    let path = PathBuilder::from_circle(10.0, 10.0, 8.0).expect("a circle");
    assert!((total(&path, FillRule::Winding, CLIP) - core::f64::consts::PI * 64.0).abs() < 1.0);
}

#[test]
fn buffers_are_clean_after_use_and_bands_join() {
    let mut rasterizer = Rasterizer::new();
    let clip = PixelRect::new(0, 0, 3000, 3000);
    for _ in 0..2 {
        let mut sum = 0_u64;
        rasterizer.fill(
            &rect(1.0, 1.0, 2900.0, 2900.0),
            Transform::identity(),
            FillRule::Winding,
            clip,
            &mut |_: i32, _: i32, len: usize, c: u8| sum += len as u64 * u64::from(c),
        );
        assert_eq!(sum, 2900 * 2900 * 255);
    }
}

#[test]
fn wild_coordinates_end() {
    let mut builder = PathBuilder::new();
    builder.move_to(f32::MIN, 5.0);
    builder.line_to(f32::MAX, 1.0e20);
    builder.quad_to(1.0e30, -1.0e30, 3.0, 4.0);
    if let Some(path) = builder.finish() {
        let _ = total(&path, FillRule::Winding, CLIP);
    }
}
