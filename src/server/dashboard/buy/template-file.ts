import { respond } from '../../http/respond.ts'
import { fileHeaders } from '../../pages/page-headers.ts'
import type { HttpContext } from '../../service/exchange.ts'
import { templateCsv } from './csv.ts'

/** Sends the file to fill in for a batch. */
export function sendTemplate(http: HttpContext): Response {
  const headers = fileHeaders('text/csv; charset=utf-8', 'drydock-batch.csv')
  return respond(http, { status: 200, headers, body: templateCsv(), errorCode: null })
}
