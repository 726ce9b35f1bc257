/** A QR code as the path of an SVG with a unit for each module, and how many there are on a side. */
export async function qrCode(text: string): Promise<{ readonly path: string; readonly size: number }> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
