import { drawingOf } from '../../../simulator/resources/labels/label-drawing.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { respond } from '../../http/respond.ts'
import { browserHeaders, fileHeaders } from '../../pages/page-headers.ts'
import type { HttpContext, ServerContext } from '../../service/exchange.ts'

/** Lets only pages of this server show it in a frame. */
const ownFrames = ['Content-Security-Policy', "frame-ancestors 'self'", 'X-Frame-Options', 'SAMEORIGIN']

/** Sends a label's PDF without asking for a key: everyone who sees its page may see it. */
export async function sendLabel(server: ServerContext, http: HttpContext): Promise<Response> {
  const { id, drawing, render } = await findDrawing(server, http)
  const headers = [...fileHeaders('application/pdf', `${id}.pdf`, 'inline'), ...ownFrames]
  return respond(http, { status: 200, headers, body: await render.renderLabel(drawing), errorCode: null })
}

/** Sends a label as a picture, which pages show. */
export async function sendLabelPicture(server: ServerContext, http: HttpContext): Promise<Response> {
  const { drawing, render } = await findDrawing(server, http)
  const headers = [
    ...browserHeaders,
    'Content-Security-Policy',
    "default-src 'none'",
    'Cache-Control',
    'no-store',
    'Content-Type',
    'image/svg+xml',
  ]
  return respond(http, {
    status: 200,
    headers,
    body: await render.renderLabelPicture(drawing),
    errorCode: null,
  })
}

/** Returns what the label of a request shows. Drawing it needs large packages, which the first label loads. */
async function findDrawing({ simulator }: ServerContext, http: HttpContext) {
  const context = simulator.account(http.req.param('account') ?? '')
  const label = context.state.labels.get(http.req.param('id') ?? '') ?? fail('LABEL.NOT_FOUND')
  const render = await import('../../../simulator/labels/label-pdf.ts')
  return { id: label.id, drawing: drawingOf(context, label), render }
}
