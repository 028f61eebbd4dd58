import type { HeaderList } from '../answer.ts'

/**
 * What a page may load and who may show it: files of this server alone, no script or style in the page itself, and no
 * frame of another page. PDF labels are shown in a frame of a page.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of everything that a browser loads from here. */
export const browserHeaders: HeaderList = [
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]

/** Headers of pages. With no referrer at all, a form would be sent with the Origin `null`, which is refused as foreign. */
export const pageHeaders: HeaderList = [
  ...browserHeaders,
  'Content-Security-Policy',
  contentSecurityPolicy,
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
]
