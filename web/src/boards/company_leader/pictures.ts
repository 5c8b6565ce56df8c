/** Outlines on a face two units wide and 1.4 high: soldiers, field glasses, a gun, tanks and a lorry. */
const HELMET = "M-.5 -.12Q-.46 -.66 0 -.66T.5 -.12L.62 0H-.62Z";
export const SOLDIER = `${HELMET}M-.34 .06H.34Q.3 .3 .12 .34Q.62 .38 .66 .66H-.66Q-.62 .38 -.12 .34Q-.3 .3 -.34 .06Z`;
const GLASSES = "M-.62 -.5H-.24L-.1 -.3H.1L.24 -.5H.62L.78 .28A.3 .3 0 1 1 .2 .34L.16 .02H-.16L-.2 .34A.3 .3 0 1 1 -.78 .28Z";
export const GUN = "M-.86 .5L-.3 -.02L.82 -.62L.92 -.44L.1 .04A.36 .36 0 1 1 -.34 .24L-.74 .62Z";
const LIGHT = "M-.76 .16H.76L.62 .52H-.62ZM-.6 .1L-.48 -.16H.5L.62 .1ZM-.26 -.2Q-.24 -.46 -.06 -.46H.18Q.32 -.44 .34 -.38H.92V-.24H.34V-.2Z";
export const HEAVY = "M-.96 .08H.96L.82 .6H-.82ZM-.86 .02L-.74 -.26H.78L.9 .02ZM-.44 -.3Q-.42 -.66 -.16 -.66H.26Q.44 -.64 .46 -.56H1V-.36H.46V-.3Z";
const CAR = "M-.8 .22H.8L.66 -.1H.28L.16 -.36H-.3L-.44 -.1H-.74ZM-.44 -.4V-.72H-.34V-.4ZM-.64 .3A.2 .2 0 1 1 -.24 .3A.2 .2 0 1 1 -.64 .3ZM.22 .3A.2 .2 0 1 1 .62 .3A.2 .2 0 1 1 .22 .3Z";
const LORRY = "M-.84 -.44H.24V.22H-.84ZM.3 -.22H.6L.84 .02V.22H.3ZM-.62 .34A.18 .18 0 1 1 -.26 .34A.18 .18 0 1 1 -.62 .34ZM.3 .34A.18 .18 0 1 1 .66 .34A.18 .18 0 1 1 .3 .34Z";
export const PICTURES: Record<number, string> = { 1: SOLDIER, 2: GLASSES, 3: GUN, 4: LIGHT, 5: HEAVY, 6: CAR, 7: LORRY };
