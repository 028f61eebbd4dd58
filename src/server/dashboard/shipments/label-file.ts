import type { Context } from '../../../simulator/accounts/context.ts'
import { drawingOf } from '../../../simulator/resources/labels/label-drawing.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import type { HeaderList } from '../../http/prepared-response.ts'
import { send } from '../../http/send.ts'
import { browserHeaders } from '../../pages/page-headers.ts'
import type { HttpContext } from '../../service/exchange.ts'

/** Lets only pages of this server show it in a frame. */
const fileHeaders: HeaderList = [
  ...browserHeaders,
  'Content-Security-Policy',
  "frame-ancestors 'self'",
  'X-Frame-Options',
  'SAMEORIGIN',
  'Cache-Control',
  'no-store',
]

/** Sends a label's PDF without asking for a key: everyone who sees its page may see it. */
export async function sendLabel(http: HttpContext, context: Context, id: string): Promise<Response> {
  const label = context.state.labels.get(id) ?? fail('LABEL.NOT_FOUND')
  const drawing = drawingOf(context, label)
  // Drawing needs large packages, which the first label loads.
  const { renderLabel } = await import('../../../simulator/labels/label-pdf.ts')
  const headers = [
    ...fileHeaders,
    'Content-Type',
    'application/pdf',
    'Content-Disposition',
    `inline; filename="${label.id}.pdf"`,
  ]
  return send(http, { status: 200, headers, body: await renderLabel(drawing), errorCode: null })
}

/** Sends a label as a picture, which pages show. */
export async function sendLabelPicture(http: HttpContext, context: Context, id: string): Promise<Response> {
  const label = context.state.labels.get(id) ?? fail('LABEL.NOT_FOUND')
  const drawing = drawingOf(context, label)
  const { renderLabelPicture } = await import('../../../simulator/labels/label-pdf.ts')
  const headers = [
    ...browserHeaders,
    'Content-Security-Policy',
    "default-src 'none'",
    'Cache-Control',
    'no-store',
    'Content-Type',
    'image/svg+xml',
  ]
  return send(http, { status: 200, headers, body: await renderLabelPicture(drawing), errorCode: null })
}
