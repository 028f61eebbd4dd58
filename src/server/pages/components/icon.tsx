/** The SVG path of each icon, on a square of 16 units. */
const iconStrokes = {
  overview: 'M2 2h5v6H2zM9 2h5v3H9zM9 7h5v7H9zM2 10h5v4H2z',
  buy: 'M8 3v10M3 8h10',
  requests: 'M2 5h10M9 2l3 3-3 3M14 11H4M7 8l-3 3 3 3',
  review: 'M3 2h10v12H3zM5.500 6l1.500 1.500 3-3M5.500 11h5',
  carriers:
    'M1 4h8v7H1zM9 6h3l3 3v2H9M4 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3',
  time: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 5v3l2 2',
  shipments: 'M8 1.5l6 3v7l-6 3-6-3v-7zM2 4.5l6 3 6-3M8 7.5v7',
  tracking:
    'M8 14.5S3 9.8 3 6.5a5 5 0 0 1 10 0c0 3.300-5 8-5 8M8 8.200a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400',
  batches: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  webhooks: 'M9.500 1.500L3.500 9H8l-1.500 5.500L12.500 7H8z',
  wallet: 'M2 4h11v9H2zM2 4l8-2v2M10 7.500h4v2.500h-4z',
  keys: 'M5.500 13.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M7.700 8.300L13.500 2.500M11 5l2 2',
  worlds: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M2 8h12M8 2c3 3 3 9 0 12M8 2c-3 3-3 9 0 12',
  page: 'M4 2h5l3 3v9H4z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  theme:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8 1v1.500M8 13.500v1.500M1 8h1.500M13.500 8h1.500M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  close: 'M4 4l8 8M12 4l-8 8',
} as const

export type IconName = keyof typeof iconStrokes

export function isIconName(text: string): text is IconName {
  return Object.hasOwn(iconStrokes, text)
}

/** Draws an icon. Screen readers skip it, because a text or a label is beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={iconStrokes[name]} />
    </svg>
  )
}
