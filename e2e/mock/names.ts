/** The accounts that specs refer to by name come first. The others are combined from parts. */
export const knownAccounts = [
  'Aalto Furniture',
  'Bergmann Optik',
  'Casa Verde',
  'Delta Kayaks',
  'Ember & Oak',
  'Fjord Bikes',
  'Giulia Studio',
  'Harbour Books',
  'Indigo Dental',
  'Juniper Yoga',
  'Kestrel Audio',
  'Lumen Print',
  'Marais Ceramics',
  'Northline Freight',
  'Olive Grove',
  'Pilot Cafés',
  'Quay Architects',
  'Rowan Legal',
  'Sola Energy',
  'Tern Outdoor',
  'Umbra Lighting',
  'Vela Sailing',
  'Willow Toys',
  'Xenia Travel',
  'Yarrow Herbs',
  'Zephyr Cargo',
] as const

const first = [
  'Alder',
  'Birch',
  'Cobalt',
  'Dune',
  'Echo',
  'Fern',
  'Granite',
  'Hazel',
  'Iris',
  'Jade',
  'Koru',
  'Larch',
  'Maple',
  'Nova',
  'Opal',
  'Pine',
  'Quartz',
  'Reed',
  'Slate',
  'Teal',
]
const second = [
  'Bakery',
  'Clinic',
  'Cycles',
  'Design',
  'Events',
  'Fitness',
  'Garden',
  'Hotel',
  'Interiors',
  'Jewellers',
  'Kitchens',
  'Labs',
  'Motors',
  'Nursery',
  'Optics',
  'Press',
  'Roasters',
  'Studio',
  'Textiles',
  'Vets',
]

export function accountNames(count: number): string[] {
  const combined = Array.from({ length: Math.max(0, count - knownAccounts.length) }, (_, i) => {
    const round = Math.floor(i / (first.length * second.length))
    const name = `${first[i % first.length]} ${second[Math.floor(i / first.length) % second.length]}`
    return round === 0 ? name : `${name} ${round + 1}`
  })
  return [...knownAccounts, ...combined].slice(0, count)
}

/** Turns `Pilot Cafés` into `pilotcafes`. */
export function slug(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
