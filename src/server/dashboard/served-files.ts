import type { Hono } from 'hono'
import { drawingOf } from '../../simulator/resources/labels/label-drawing.ts'
import { fail } from '../../simulator/specification/errors.ts'
import { dashboardBase } from '../dashboard-base.ts'
import { JsonTexts } from '../http/json-pieces.ts'
import { failNotFound } from '../http/not-found.ts'
import { respond } from '../http/respond.ts'
import { sendJson } from '../http/send-json.ts'
import { browserHeaders, fileHeaders } from '../pages/page-headers.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { templateCsv } from './buy/csv.ts'
import { copyTest } from './copying/languages.ts'

/** Serves the files that pages show or offer. */
export function serveFiles(app: Hono<Bindings>, server: ServerContext): void {
  const account = `${dashboardBase}/:account`
  app.get(`${account}/shipments/:id/label.pdf`, (http) => sendLabel(server, http))
  app.get(`${account}/shipments/:id/label.svg`, (http) => sendLabelPicture(server, http))
  app.get(`${account}/worlds/:name/snapshot.json`, (http) => sendSnapshot(server, http))
  app.get(`${account}/copy/file`, (http) => sendCopiedTest(server, http))
  app.get(`${account}/batches/template.csv`, (http) => {
    const headers = fileHeaders('drydock-batch.csv', 'text/csv; charset=utf-8')
    return respond(http, { status: 200, headers, body: templateCsv(), errorCode: null })
  })
}

/** Lets only pages of this server show it in a frame. */
const ownFrames = ['Content-Security-Policy', "frame-ancestors 'self'", 'X-Frame-Options', 'SAMEORIGIN']

/** Sends a label's PDF without asking for a key: everyone who sees its page may see it. */
async function sendLabel(server: ServerContext, http: HttpContext): Promise<Response> {
  const { id, drawing, render } = await findDrawing(server, http)
  const headers = [...fileHeaders(`${id}.pdf`, 'application/pdf', 'inline'), ...ownFrames]
  return respond(http, { status: 200, headers, body: await render.renderLabel(drawing), errorCode: null })
}

/** Sends a label as a picture, which pages show. */
async function sendLabelPicture(server: ServerContext, http: HttpContext): Promise<Response> {
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
  const render = await import('../../simulator/labels/label-pdf.ts')
  return { id: label.id, drawing: drawingOf(context, label), render }
}

function sendSnapshot({ simulator }: ServerContext, http: HttpContext): Promise<Response> {
  const { id } = simulator.account(http.req.param('account') ?? '')
  const name = http.req.param('name') ?? ''
  const found =
    simulator.snapshots.find({ account: id, name }) ??
    failNotFound('snapshot', name, 'The page Worlds lists all snapshots.')
  const headers = fileHeaders(`${name}.json`)
  return sendJson(http, { status: 200, headers, body: new JsonTexts(simulator.snapshots.readTexts(found)) })
}

function sendCopiedTest({ simulator, conceal }: ServerContext, http: HttpContext): Response {
  const context = simulator.account(http.req.param('account') ?? '')
  const { code, language } = copyTest(context, new URL(http.req.url).searchParams, conceal)
  const headers = fileHeaders(language.file, 'text/plain; charset=utf-8')
  return respond(http, { status: 200, headers, body: code, errorCode: null })
}
