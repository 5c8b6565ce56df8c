/** The shapes of the 42 territories: corners with a name are shared by neighbours, so that borders fit.  Drawn freely, Europe enlarged. */

import type { Point } from "../kit";
import { round } from "../kit";

const CORNERS = `
a1 40 70 a2 70 45 a3 115 50 a4 120 100 a5 80 105 a6 48 118 n1 170 35 n2 205 45 n3 205 130 n4 130 130 n5 165 130 n6 240 60 n7 262 95 n8 280 58 n9 275 130 n10 240 140
q1 315 70 q2 347 105 q3 318 132 w1 170 190 w3 145 197 w4 125 160 m1 238 195 m2 205 202 e1 307 155 e2 282 175 e3 288 207 e4 270 195
c1 200 227 c2 225 242 c3 242 225 c4 252 247 c5 270 272 c6 288 283 c7 278 297 c8 245 277 c9 200 257 c10 165 227
u1 272 224 u2 298 213 u3 336 226 u4 340 245 u5 305 242 g01 358 42 g02 395 15 g03 448 20 g04 458 50 g05 432 85 g06 405 108 g07 385 88 g08 370 66
v1 285 312 v2 322 327 v3 360 317 v4 387 318 v5 377 294 v6 336 271 v7 307 268 d1 325 365 d2 335 397 d3 305 412 d5 290 377 d6 268 342 b1 424 345 b2 414 387 b3 382 422 b4 358 432
s1 366 452 s2 342 480 s3 332 520 s4 345 542 s5 322 537 s6 308 490 s7 298 445
k1 455 138 k2 468 100 k3 490 96 k4 489 125 k5 506 150 k6 490 168 k7 460 167 i1 445 222 i2 498 218 i3 515 232 i4 506 258 i5 475 274 i6 448 264
f1 545 236 f2 552 215 f3 548 190 f4 530 168 f5 490 187 g1 545 150 g2 580 144 g3 592 170 g4 588 200 t1 630 208 t2 645 213 t3 659 230 t4 663 248 t5 635 248 t6 622 268 t7 605 250 t8 588 236 t9 600 264 t10 584 262 t11 568 238
x1 662 205 x2 655 175 x3 640 146 x4 610 138 z1 528 112 z2 548 72 z3 585 42 z4 622 36 z5 642 58 z6 640 98 z7 612 102 z8 600 88 z9 587 110 z10 572 130 z11 545 130
r1 690 46 r2 735 55 r3 741 100 r4 735 150 r5 746 185 r6 735 215 r7 715 231 r8 690 218 r9 678 198
o1 775 28 o2 830 33 o3 852 60 o4 850 118 o6 790 142 mo1 858 162 mo2 820 172 ca1 785 185 ca2 778 215 ca3 755 225
l1 675 238 l2 727 238 l3 768 262 l4 745 262 l5 738 280 l6 768 302 l7 732 338 l8 705 310 l9 694 286 l10 680 274 l11 684 256
h1 785 276 h2 800 322 h3 812 326 h4 822 290 h5 842 270 h6 845 245 h7 810 235 y1 880 250 y2 912 238 y3 927 210 y4 900 187
p1 898 115 p2 918 140 p3 930 180 j1 890 38 j2 940 50 j3 978 76 j4 958 92 j5 966 126 j6 944 104 j7 915 104
ja1 948 148 ja2 974 138 ja3 982 166 ja4 968 200 ja5 942 212 ja6 952 182 sa1 895 275 sa2 908 300 sa3 888 306 sa4 880 338 sa5 864 316 sa6 850 292
id1 842 356 id2 870 345 id3 905 337 id4 932 348 id5 922 372 id6 890 382 id7 858 376 ng1 948 345 ng2 980 346 ng3 1000 372 ng4 968 380 ng5 946 366
wa1 905 400 wa2 908 484 wa3 838 432 wa4 868 408 wa5 868 482 wa6 842 476 qu1 922 412 qu2 942 388 qu3 968 424 qu4 982 458 qu5 962 494 qu6 932 504
mg1 458 332 mg2 478 308 mg3 545 294 mg4 565 312 mg5 604 314 mg6 592 358 mg8 520 358 mg9 458 358 wf1 585 398 wf2 575 409 wf3 540 400 wf4 500 406 wf5 466 388
eg1 640 304 eg2 702 344 eg3 706 358 eg4 657 376 ho1 724 378 ho2 764 381 ho3 738 418 ho4 707 448 ho5 664 438 ce1 640 453 ce2 601 453 ce3 596 428 so1 702 488 so2 672 530 so3 636 546 so4 615 528 so5 604 490
`;

const SHAPES: Record<string, string> = {
  alaska: "a1 a2 a3 a4 a5 a6",
  western_canada: "a3 n1 n2 n3 n5 n4 a4",
  ontario: "n2 n6 n7 n9 n10 n3",
  quebec: "n7 n8 q1 q2 q3 n9",
  greenland: "g01 g02 g03 g04 g05 g06 g07 g08",
  west_coast: "n4 n5 w1 w3 w4",
  midwest: "n5 n3 n10 m1 m2 w1",
  east_coast: "n10 n9 q3 e1 e2 e3 e4 m1",
  central_america: "w3 w1 m2 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10",
  cuba: "u1 u2 u3 u4 u5",
  venezuela: "c6 v7 v6 v5 v4 v3 v2 v1 c7",
  andean_countries: "v1 v2 d1 d2 d3 d5 d6",
  brazil: "v2 v3 v4 b1 b2 b3 b4 d2 d1",
  southern_cone: "d3 d2 b4 s1 s2 s3 s4 s5 s6 s7",
  united_kingdom: "k1 k2 k3 k4 k5 k6 k7",
  france: "f5 f4 f3 f2 f1 i3 i2",
  iberia: "i1 i2 i3 i4 i5 i6",
  germany: "f4 g1 g2 g3 g4 f2 f3",
  southern_europe: "f1 f2 g4 t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11",
  eastern_europe: "g2 x4 x3 x2 x1 t2 t1 g4 g3",
  scandinavia: "z1 z2 z3 z4 z5 z6 z7 z8 z9 z10 z11",
  western_russia: "z5 r1 r2 r3 r4 r5 r6 r7 r8 r9 x1 x2 x3 z6",
  maghreb: "mg1 mg2 mg3 mg4 mg5 mg6 mg8 mg9",
  egypt: "mg5 eg1 l10 l9 eg2 eg3 eg4 mg6",
  west_africa: "mg9 mg8 mg6 wf1 wf2 wf3 wf4 wf5",
  central_africa: "mg6 eg4 ho5 ce1 ce2 ce3 wf2 wf1",
  horn_of_africa: "eg3 ho1 ho2 ho3 ho4 ho5 eg4",
  southern_africa: "ce2 ce1 ho5 ho4 so1 so2 so3 so4 so5",
  siberia: "r2 o1 o2 o3 o4 o6 r4 r3",
  far_east: "o3 j1 j2 j3 j4 j5 j6 j7 p1 o4",
  central_asia: "r4 o6 ca1 ca2 ca3 r6 r5",
  mongolia: "o4 mo1 mo2 o6",
  manchuria: "o4 p1 p2 p3 y4 mo1",
  china: "o6 mo2 mo1 y4 y3 y2 y1 h6 h7 ca2 ca1",
  japan: "ja1 ja2 ja3 ja4 ja5 ja6",
  southeast_asia: "h6 y1 sa1 sa2 sa3 sa4 sa5 sa6 h5",
  india: "ca2 h7 h6 h5 h4 h3 h2 h1 l3 ca3",
  middle_east: "t3 l1 r8 r7 l2 r6 ca3 l3 l4 l5 l6 l7 l8 l9 l10 l11 t4",
  indonesia: "id1 id2 id3 id4 id5 id6 id7",
  new_guinea: "ng1 ng2 ng3 ng4 ng5",
  queensland: "wa1 qu1 qu2 qu3 qu4 qu5 qu6 wa2",
  western_australia: "wa3 wa4 wa1 wa2 wa5 wa6",
};

/** Where stacks stand when the middle of the shape is not the best place. */
const SITES: Record<string, [number, number]> = {
  central_america: [205, 238], southern_europe: [612, 226], middle_east: [722, 268], far_east: [898, 82], scandinavia: [576, 84],
  western_russia: [692, 128], southern_cone: [328, 445], quebec: [305, 100], horn_of_africa: [702, 402], india: [803, 268],
};

/** Sea fields; those of the Pacific lie at both edges of the map. */
const SEAS: Record<string, [number, number][]> = {
  north_atlantic: [[392, 185]],
  south_atlantic: [[478, 468]],
  mediterranean: [[534, 272]],
  indian_ocean: [[778, 425]],
  north_pacific: [[62, 190], [978, 262]],
  south_pacific: [[180, 370], [998, 424]],
};

/** Where the names of the continents stand, off their coasts. */
const TITLES: Record<string, [number, number]> = {
  north_america: [300, 28], south_america: [225, 440], europe: [514, 26], africa: [545, 512], asia: [905, 18], oceania: [905, 532],
};

/** Seas between close coasts: their names stand beside the anchor, not above it. */
export const BESIDE = ["mediterranean"];

export const BOX = { x: 22, y: 0, width: 1006, height: 560 };
export const SEA_RADIUS = 21;

const corners = new Map<string, Point>();
for (const [, name, x, y] of CORNERS.matchAll(/([a-z]+\d+) (\d+) (\d+)/g)) corners.set(name!, { x: Number(x), y: Number(y) });

export function outlineOf(key: string): Point[] {
  const named = (SHAPES[key] ?? "").split(" ").flatMap((name) => corners.get(name) ?? []);
  return named.flatMap((from, i) => rough(from, named[(i + 1) % named.length]!, 3));
}

export function siteOf(key: string): Point {
  const set = SITES[key];
  if (set) return { x: set[0], y: set[1] };
  const points = (SHAPES[key] ?? "").split(" ").flatMap((name) => corners.get(name) ?? []);
  let [area, x, y] = [0, 0, 0];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length]!;
    const cross = a.x * b.y - b.x * a.y;
    area += cross;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
  });
  return { x: round(x / (3 * area)), y: round(y / (3 * area)) };
}

export function continentAt(key: string): Point {
  const [x, y] = TITLES[key] ?? [0, 0];
  return { x, y };
}

export function seasOf(key: string): Point[] {
  return (SEAS[key] ?? []).map(([x, y]) => ({ x, y }));
}

/** A coast or border is no straight line.  The same line is always bent the same way, from whichever side it is drawn. */
function rough(a: Point, b: Point, depth: number): Point[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (depth === 0 || length < 7) return [a];
  const forth = a.x < b.x || (a.x === b.x && a.y < b.y);
  const [low, high] = forth ? [a, b] : [b, a];
  const chance = Math.sin(low.x * 12.9898 + low.y * 78.233 + high.x * 37.719 + high.y * 11.13) * 43758.5453;
  const shift = (chance - Math.floor(chance) - 0.5) * 0.3;
  const middle = { x: round((a.x + b.x) / 2 - (high.y - low.y) * shift), y: round((a.y + b.y) / 2 + (high.x - low.x) * shift) };
  return [...rough(a, middle, depth - 1), ...rough(middle, b, depth - 1)];
}
