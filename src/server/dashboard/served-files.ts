import type { Hono } from 'hono'
import { composeLabelDrawing } from '../../simulator/resources/labels/label-drawing.ts'
import { fail } from '../../simulator/specification/errors.ts'
import { dashboardBase } from '../dashboard-base.ts'
import { JsonTexts } from '../http/json-pieces.ts'
import { failNotFound } from '../http/not-found.ts'
import { respond } from '../http/respond.ts'
import { sendJson } from '../http/send-json.ts'
import { createFileHeaders } from '../pages/page-headers.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { writeCsvTemplate } from './buy/csv.ts'
import { renderTestToCopy } from './copying/languages.ts'

/** Adds the routes of files that dashboard pages show or offer for download. */
export function serveDashboardFiles(app: Hono<Bindings>, server: ServerContext): void {
  const account = `${dashboardBase}/:account`
  app.get(`${account}/shipments/:id/label.pdf`, (http) => sendLabelPdf(server, http))
  app.get(`${account}/shipments/:id/label.svg`, (http) => sendLabelPicture(server, http))
  app.get(`${account}/worlds/:name/snapshot.json`, (http) => sendSnapshot(server, http))
  app.get(`${account}/copy/file`, (http) => sendCopiedTest(server, http))
  app.get(`${account}/batches/template.csv`, (http) => {
    const headers = createFileHeaders('drydock-batch.csv', 'text/csv; charset=utf-8')
    return respond(http, { status: 200, headers, body: writeCsvTemplate(), errorCode: null })
  })
}

/** The headers that allow only pages of this server to show a response in a frame. */
const ownFrameHeaders = ['Content-Security-Policy', "frame-ancestors 'self'", 'X-Frame-Options', 'SAMEORIGIN']

/** Sends the PDF of a label. The request needs no API key, because it comes from a page of the dashboard. */
async function sendLabelPdf(server: ServerContext, http: HttpContext): Promise<Response> {
  const { id, drawing, render } = await findLabelDrawing(server, http)
  const headers = [...createFileHeaders(`${id}.pdf`, 'application/pdf', 'inline'), ...ownFrameHeaders]
  return respond(http, { status: 200, headers, body: await render.renderLabel(drawing), errorCode: null })
}

/** Sends the picture of a label, which pages show. */
async function sendLabelPicture(server: ServerContext, http: HttpContext): Promise<Response> {
  const { id, drawing, render } = await findLabelDrawing(server, http)
  const file = createFileHeaders(`${id}.svg`, 'image/svg+xml', 'inline')
  const headers = [...file, 'Content-Security-Policy', "default-src 'none'"]
  const body = await render.renderLabelPicture(drawing)
  return respond(http, { status: 200, headers, body, errorCode: null })
}

/** Returns the drawing of the label in a request's path. The first call loads the large packages that draw labels. */
async function findLabelDrawing({ simulator }: ServerContext, http: HttpContext) {
  const context = simulator.getAccount(http.req.param('account') ?? '')
  const label = context.state.labels.get(http.req.param('id') ?? '') ?? fail('LABEL.NOT_FOUND')
  const render = await import('../../simulator/labels/label-pdf.ts')
  return { id: label.id, drawing: composeLabelDrawing(context, label), render }
}

function sendSnapshot({ simulator }: ServerContext, http: HttpContext): Promise<Response> {
  const { id } = simulator.getAccount(http.req.param('account') ?? '')
  const name = http.req.param('name') ?? ''
  const found =
    simulator.snapshots.find({ account: id, name }) ??
    failNotFound('snapshot', name, 'The page Worlds lists all snapshots.')
  const headers = createFileHeaders(`${name}.json`)
  return sendJson(http, { status: 200, headers, body: new JsonTexts(simulator.snapshots.readTexts(found)) })
}

function sendCopiedTest({ simulator, conceal }: ServerContext, http: HttpContext): Response {
  const context = simulator.getAccount(http.req.param('account') ?? '')
  const { code, language } = renderTestToCopy(context, new URL(http.req.url).searchParams, conceal)
  const headers = createFileHeaders(language.file, 'text/plain; charset=utf-8')
  return respond(http, { status: 200, headers, body: code, errorCode: null })
}
