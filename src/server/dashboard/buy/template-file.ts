import { send } from '../../http/send.ts'
import { browserHeaders } from '../../pages/page-headers.ts'
import type { HttpContext } from '../../service/exchange.ts'
import { templateCsv } from './csv.ts'

/** Sends the file to fill in for a batch. */
export function sendTemplate(http: HttpContext): Response {
  const headers = [
    ...browserHeaders,
    'Cache-Control',
    'no-store',
    'Content-Type',
    'text/csv; charset=utf-8',
    'Content-Disposition',
    'attachment; filename="drydock-batch.csv"',
  ]
  return send(http, { status: 200, headers, body: templateCsv(), errorCode: null })
}
