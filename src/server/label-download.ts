import { nextRequestId } from '../simulator/accounts/context.ts'
import type { LabelDrawing } from '../simulator/labels/drawing.ts'
import { countRequest, untouchedStanding } from '../simulator/requests/rate-limit.ts'
import { drawingOf } from '../simulator/resources/label-drawing.ts'
import { findLabel } from '../simulator/resources/labels.ts'
import { fail } from '../simulator/specification/errors.ts'
import { downloadLabel, downloadSandboxLabel } from '../simulator/specification/operations.ts'
import { type Answer, errorAnswer, type HeaderList, standardHeaders } from './answer.ts'
import { commit, commitRefusal } from './commit.ts'
import type { HttpContext, Surface } from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { type OperationRoute, serveOperation } from './operation-route.ts'
import { send } from './send.ts'

/** A label's PDF, for keys with labels:read (specification, GET /v1/labels/{id}/download; choices 33). */
export function serveLabelPdf(surface: Surface): (http: HttpContext) => Promise<Response> {
  const route: OperationRoute<LabelDrawing> = {
    operation: downloadLabel,
    run: (call, { id }) => drawingOf(call.context, findLabel(call, id)),
    present: pdfAnswer,
  }
  return serveOperation(surface, route)
}

export const sandboxLabelPattern = '/v1/sandbox/labels/:file'

/** GET /v1/sandbox/labels/{id}.pdf: a sandbox label's sample, which needs no key (choices 13, 33). */
export function serveSandboxPdf(surface: Surface): (http: HttpContext) => Promise<Response> {
  return async (http) => {
    const startedAt = performance.now()
    const labelId = /^(.*)\.pdf$/.exec(http.req.param('file') ?? '')?.[1] ?? ''
    const context = surface.simulator.accountOfLabel(labelId) ?? surface.simulator.defaultAccount
    const requestId = nextRequestId(context)
    let standing = untouchedStanding(downloadSandboxLabel, context.clock.now())
    let answer: Answer
    try {
      const label = context.state.labels.get(labelId)
      if (label?.environment !== 'test') fail('LABEL.NOT_FOUND')
      // Without a key to count by, the account's samples share one bucket.
      const counted = countRequest(context, 'sandbox', downloadSandboxLabel)
      standing = counted.standing
      if (counted.refused !== null) throw counted.refused
      const drawing = drawingOf(context, label)
      await commit(surface, requestId)
      answer = await pdfAnswer(drawing, standardHeaders(context, requestId, standing))
    } catch (error) {
      const headers = standardHeaders(context, requestId, standing)
      answer = errorAnswer(context, await commitRefusal(surface, requestId, error), { requestId, headers })
    }
    logExchange(surface, { http, asker: { context, requestId }, answer, body: null, call: null, startedAt })
    return send(http, answer)
  }
}

async function pdfAnswer(drawing: LabelDrawing, headers: HeaderList): Promise<Answer> {
  // Drawing needs packages that are heavy to load, so they are loaded with the first label drawn.
  const { renderLabel } = await import('../simulator/labels/label-pdf.ts')
  const pdf = await renderLabel(drawing)
  return {
    status: 200,
    headers: [
      'Content-Type',
      'application/pdf',
      'Content-Disposition',
      `inline; filename="${drawing.labelId}.pdf"`,
      ...headers,
    ],
    body: pdf,
    errorCode: null,
  }
}
