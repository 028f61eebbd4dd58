import { respond } from '../../http/respond.ts'
import { fileHeaders } from '../../pages/page-headers.ts'
import type { HttpContext, ServerContext } from '../../service/exchange.ts'
import { copyTest } from './languages.ts'

/** Sends a copied test as a file. */
export function sendCopiedTest({ simulator, conceal }: ServerContext, http: HttpContext): Response {
  const context = simulator.account(http.req.param('account') ?? '')
  const { code, language } = copyTest(context, new URL(http.req.url).searchParams, conceal)
  const headers = fileHeaders('text/plain; charset=utf-8', language.file)
  return respond(http, { status: 200, headers, body: code, errorCode: null })
}
