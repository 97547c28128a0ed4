/**
 * Every colour, size and measure of the face, in one place: antd's theme, the charts' theme and the server's pictures are made from it.
 * Slot n of both palettes is one hue: store the slot, not the hex.
 */
export type ThemeName = 'light' | 'dark'

export const colors = {
  light: {
    canvas: '#F7F7F5',
    surface: '#FFFFFF',
    raised: '#FFFFFF',
    line: '#E6E6E2',
    lineStrong: '#CFCFC9',
    edge: '#868C92',
    text: '#1B1D1F',
    text2: '#555B62',
    text3: '#666C73',
    accent: '#0F6E84',
    onAccent: '#FFFFFF',
    accentSoft: '#E3F1F4',
    good: '#256B44',
    warn: '#855900',
    bad: '#B5342A',
    hover: '#F3F3F0',
    shadow: '0 4px 16px rgba(27, 29, 31, 0.12), 0 1px 3px rgba(27, 29, 31, 0.08)',
    noData: '#EFEFEC',
    palette: ['#107489', '#DB6514', '#7B64D6', '#55A074', '#C565A6', '#BC3644', '#76828B', '#97893A', '#6E8FE0', '#8A6D58'],
    sequential: ['#E3F4F6', '#B4E0E6', '#82CCD7', '#52ADBE', '#0390A6', '#00768C', '#005D73', '#00485B', '#003345'],
    diverging: ['#823513', '#BF6122', '#E2975E', '#EFCAA5', '#F1F0ED', '#AED8DE', '#64B2C2', '#178499', '#005165'],
  },
  dark: {
    canvas: '#121416',
    surface: '#1A1D20',
    raised: '#22262A',
    line: '#2C3136',
    lineStrong: '#3C4248',
    edge: '#747B82',
    text: '#ECEEF0',
    text2: '#A9B0B7',
    text3: '#959CA3',
    accent: '#4FB3C8',
    onAccent: '#0B1F24',
    accentSoft: '#16343B',
    good: '#5FBF86',
    warn: '#D9A441',
    bad: '#F0827A',
    hover: '#24292D',
    shadow: '0 4px 16px rgba(0, 0, 0, 0.5), 0 1px 3px rgba(0, 0, 0, 0.4)',
    noData: '#23272B',
    palette: ['#4DBBD3', '#E97F2E', '#9483EC', '#9CCF86', '#F08AC6', '#DE4A5A', '#8A99A3', '#D2B24F', '#8FB3FF', '#B08A76'],
    sequential: ['#1A2D34', '#193E49', '#135060', '#12677A', '#0D7F95', '#2F9DB2', '#4ABDCF', '#88D8E3', '#BDF4F6'],
    diverging: ['#FFDAA2', '#F79E58', '#C5703A', '#80503A', '#323639', '#296573', '#2C97AB', '#5DC6D9', '#A6ECF4'],
  },
} as const

export const fonts = {
  text: "'Inter Variable', Inter, system-ui, sans-serif",
  mono: "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace",
} as const

/** px */
export const sizes = { caption: 12, control: 13, body: 14, section: 16, title: 20, display: 28, figure: [28, 40, 56] } as const
export const radius = { control: 4, card: 8 } as const

/** Width up to which a window counts as one, in px: `@media (--phone)` in stylesheets, `useMedia('phone')` in code. */
export const breakpoints = { 'small-phone': 599, phone: 719, tablet: 1023, laptop: 1099, desktop: 1279 } as const
