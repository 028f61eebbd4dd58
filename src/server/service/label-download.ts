import { createRequestId } from '../../simulator/accounts/context.ts'
import type { LabelDrawing } from '../../simulator/labels/drawing.ts'
import { countRequest, createFullLimit } from '../../simulator/requests/rate-limit.ts'
import { composeLabelDrawing } from '../../simulator/resources/labels/label-drawing.ts'
import { findLabel } from '../../simulator/resources/labels/labels.ts'
import { fail } from '../../simulator/specification/errors.ts'
import { downloadLabel, downloadSandboxLabel } from '../../simulator/specification/operations.ts'
import {
  createErrorResponse,
  createStandardHeaders,
  type HeaderList,
  type PreparedResponse,
} from '../http/prepared-response.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { sendPreparedResponse } from '../http/send.ts'
import { commitBeforeRefusal, commitBeforeResponse } from './commit.ts'
import type { ServerContext } from './exchange.ts'
import { logExchange } from './log-exchange.ts'
import { createOperationHandler, type OperationRoute, type ServiceHandler } from './operation-route.ts'
import { varyRequest } from './varied-exchange.ts'

/** Returns the handler that sends a label's PDF (specification, GET /v1/labels/{id}/download; choices 33). */
export function createLabelPdfHandler(server: ServerContext): ServiceHandler {
  const route: OperationRoute<LabelDrawing> = {
    operation: downloadLabel,
    run: (call, { id }) => composeLabelDrawing(call.context, findLabel(call, id)),
    createResponse: createPdfResponse,
  }
  return createOperationHandler(server, route)
}

/** Returns the handler that sends a sandbox label's PDF to requests without a key (choices 13, 33). */
export function createSandboxPdfHandler(server: ServerContext): ServiceHandler {
  return async (http, id) => {
    const startedAt = performance.now()
    const varied =
      server.varied &&
      (await varyRequest(server.varied, { http, body: null, operation: downloadSandboxLabel }))
    const labelId = /^(.*)\.pdf$/.exec(varied?.id ?? id)?.[1] ?? ''
    const context = server.simulator.findAccountOfLabel(labelId) ?? server.simulator.defaultAccount
    const requestId = createRequestId(context)
    let limitStatus = createFullLimit(downloadSandboxLabel, context.clock.now())
    let made: PreparedResponse
    try {
      const label = context.state.labels.get(labelId)
      if (label?.environment !== 'test') fail('LABEL.NOT_FOUND')
      // Requests for sample PDFs have no key, so all such requests of an account share one rate limit.
      const counted = countRequest(context, 'sandbox', downloadSandboxLabel)
      limitStatus = counted.limitStatus
      if (counted.refused !== null) throw counted.refused
      const drawing = composeLabelDrawing(context, label)
      await commitBeforeResponse(server, requestId)
      made = await createPdfResponse(drawing, createStandardHeaders(context, requestId, limitStatus))
    } catch (error) {
      const headers = createStandardHeaders(context, requestId, limitStatus)
      made = createErrorResponse(await commitBeforeRefusal(server, requestId, error), {
        requestId,
        headers,
        baseUrl: findRequestOrigin(server, http),
      })
    }
    const response = varied === undefined ? made : await varied.respond(made, context.id)
    const requester = { context, requestId }
    const about = { http, requester, body: null, call: null, operation: downloadSandboxLabel, startedAt }
    logExchange(server, { ...about, response, own: varied && { ...varied, response: made } })
    sendPreparedResponse(http, response)
  }
}

async function createPdfResponse(drawing: LabelDrawing, headers: HeaderList): Promise<PreparedResponse> {
  // The code that draws labels is loaded with the first label, because it needs large packages.
  const { renderLabel } = await import('../../simulator/labels/label-pdf.ts')
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
