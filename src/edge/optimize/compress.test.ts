import { expect, test } from 'vitest'
import { isCompressible } from './compress.ts'

const types = (text: string) => text.trim().split(/\s+/)

test.each(
  types(`text/html TEXT/CSS text/javascript text/vtt text/x-component
  application/json application/ld+json application/problem+json application/json-seq application/x-ndjson application/jsonlines
  application/geo+json application/manifest+json application/graphql application/graphql-response+json application/yaml
  application/x-yaml application/toml application/sql application/xml application/xhtml+xml application/rss+xml
  application/atom+xml application/dash+xml application/soap+xml application/mathml+xml application/xml-dtd
  application/javascript application/x-javascript application/ecmascript application/wasm application/rtf
  application/x-mpegurl application/vnd.apple.mpegurl audio/mpegurl audio/x-mpegurl model/gltf+json
  image/svg+xml image/bmp image/x-icon image/vnd.microsoft.icon
  font/ttf font/otf font/collection application/x-font-ttf application/x-font-otf application/x-font-truetype
  application/x-font-opentype application/font-sfnt application/x-ttf application/vnd.ms-fontobject`),
)('%s is compressed', (type) => {
  for (const written of [type, `${type}; charset=utf-8`, `${type};x="a, b"`])
    expect(isCompressible(200, { 'content-type': written })).toBe(true)
})

test.each([
  ...types(`text/event-stream Text/Event-Stream;charset=utf-8 image/png image/webp video/mp4 audio/mpeg font/woff font/woff2
  application/font-woff application/zip application/pdf application/octet-stream application/grpc application/protobuf
  multipart/x-mixed-replace`),
  '',
])('%j is not', (type) => {
  expect(isCompressible(200, { 'content-type': type })).toBe(false)
})

test.each([
  [{}, true],
  [{ 'content-encoding': 'identity' }, true],
  [{ 'content-encoding': '' }, true],
  [{ 'content-encoding': 'Identity, identity' }, true],
  [{ 'content-encoding': 'identity, br' }, false],
  // not one that anybody has registered: its author wants none
  [{ 'content-encoding': 'none' }, false],
  [{ 'cache-control': 'no-transform' }, false],
  [{ 'cache-control': 'max-age=1, No-Transform' }, false],
  [{ 'cache-control': 'no-transform=1' }, false],
  [{ 'cache-control': 'no-transform=""' }, false],
  [{ 'cache-control': 'public; no-transform;' }, false],
  [{ 'cache-control': 'no-store no-transform' }, false],
  [{ 'cache-control': '"no-transform"' }, false],
  [{ 'cdn-cache-control': 'max-age=60, no-transform' }, false],
  [{ 'cache-control': 'x-no-transform, no-transform-ever' }, true],
])('text with %o: %s', (fields, isSo) => {
  expect(isCompressible(200, { 'content-type': 'text/html', ...fields })).toBe(isSo)
})
