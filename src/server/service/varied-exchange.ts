import { type Operation, operationNames } from '../../simulator/specification/operations.ts'
import type { WireRequest } from '../../variations/wire.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import type { RequestBody } from '../http/request-body.ts'
import type { RequestHead } from './exchange.ts'
import type { VariedService } from './varied-service.ts'

/** An exchange as it was before variations changed it: with the simulator's own ids, names and response. */
export interface OwnExchange {
  readonly path: string
  readonly body: RequestBody | null
  readonly response: PreparedResponse
}

/** A request after variations have changed it, as the simulator gets it. */
export interface VariedRequest {
  readonly path: string
  readonly body: RequestBody | null
  /** The id in the path, if a variation changed it. */
  readonly id: string | undefined
  /** Returns the response after variations have changed it, as the client gets it. */
  respond(response: PreparedResponse, account: string): Promise<PreparedResponse>
}

/** Applies the variations to a request. An incomplete body stays unchanged, so that the simulator refuses it. */
export async function varyRequest(
  varied: VariedService,
  {
    http,
    body,
    operation,
  }: {
    readonly http: RequestHead
    readonly body: RequestBody | null
    readonly operation: Operation | undefined
  },
): Promise<VariedRequest> {
  const { method, path } = http.req
  const isWhole = body !== null && body.end === 'whole'
  const sent: WireRequest = {
    method,
    path,
    operation: operationNames.find((name) => name === operation?.name),
    headers: {
      authorization: http.env.incoming.headers.authorization ?? '',
      connection: http.env.outgoing?.shouldKeepAlive === false ? 'close' : 'keep-alive',
    },
    body: Buffer.from(isWhole ? body.bytes : []),
  }
  const asked = await varied.changeRequest(sent)
  const isBodyChanged = isWhole && asked.body !== sent.body
  return {
    path: asked.path,
    // The parser of a large body is left out, because it has read the body before the variations changed it.
    body: isBodyChanged ? { ...body, bytes: asked.body, reader: undefined } : body,
    id: asked.path === path ? undefined : findIdInPath(asked.path),
    respond: (response, account) => varied.changeResponse(response, asked, account),
  }
}

/** Returns the id in a path such as `/v1/labels/{id}/download`; for a sandbox PDF, it ends with `.pdf`. */
function findIdInPath(path: string): string {
  const parts = path.split('/')
  return parts[2] === 'sandbox' ? (parts[4] ?? '') : (parts[3] ?? '')
}
