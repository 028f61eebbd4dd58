import { JsonTexts } from '../../http/json-pieces.ts'
import { failNotFound } from '../../http/not-found.ts'
import { sendJson } from '../../http/send-json.ts'
import { fileHeaders } from '../../pages/page-headers.ts'
import type { HttpContext, ServerContext } from '../../service/exchange.ts'

/** Sends a named snapshot as a file. */
export function sendSnapshot({ simulator }: ServerContext, http: HttpContext): Promise<Response> {
  const { id } = simulator.account(http.req.param('account') ?? '')
  const name = http.req.param('name') ?? ''
  const found =
    simulator.snapshots.find({ account: id, name }) ??
    failNotFound('snapshot', name, 'The page Worlds lists all snapshots.')
  const headers = fileHeaders('application/json', `${name}.json`)
  return sendJson(http, { status: 200, headers, body: new JsonTexts(simulator.snapshots.textsOf(found)) })
}
