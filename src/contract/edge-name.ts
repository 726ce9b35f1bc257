/** What the edge calls itself in Cache-Status, Proxy-Status, Via and CDN-Loop. */
export const edgeName = 'site-performance'
