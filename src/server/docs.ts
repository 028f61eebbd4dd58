import { Hono } from 'hono'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { ApiError, isErrorCode, isSimulatorErrorCode } from '../simulator/specification/errors.ts'
import { standardHeaders } from './answer.ts'
import type { Bindings, HttpContext, ServerContext } from './exchange.ts'
import { allowHeader, refuseRequest, routeNotFound } from './refusal.ts'
import { send } from './send.ts'
import { urlAskedAt } from './url-asked-at.ts'

/** The pages that docs_url links to: what each error means and how to cause it. And the OpenAPI documents. */
export function createDocs(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  for (const [path, answerPage] of Object.entries(pagesOf(server))) {
    app.get(path, answerPage)
    app.all(path, (http) =>
      refuseRequest(server, http, new ApiError('REQUEST.METHOD.NOT_ALLOWED'), {
        headers: allowHeader(['GET']),
      }),
    )
  }
  return app
}

/** The pages by path, all read-only. Their content is loaded on first use. */
function pagesOf(server: ServerContext): Readonly<Record<string, (http: HttpContext) => Promise<Response>>> {
  return {
    '/openapi.json': (http) => sendDocument(server, http, 'json'),
    '/openapi.yaml': (http) => sendDocument(server, http, 'yaml'),
    '/docs/errors': async (http) => {
      const { allErrorsPage } = await import('./error-pages.ts')
      return sendPage(server, http, String(await allErrorsPage()))
    },
    '/docs/errors/:code': async (http) => {
      const code = http.req.param('code') ?? ''
      if (!isErrorCode(code) && !isSimulatorErrorCode(code))
        return refuseRequest(server, http, routeNotFound(server))
      const { errorPage } = await import('./error-pages.ts')
      return sendPage(server, http, String(await errorPage(code)))
    },
  }
}

/** An OpenAPI document, with the address of this request as the service's address. */
async function sendDocument(
  server: ServerContext,
  http: HttpContext,
  form: 'json' | 'yaml',
): Promise<Response> {
  const { serviceDocument } = await import('./openapi.ts')
  const text = serviceDocument(form, urlAskedAt(server, http))
  return sendText(server, http, [`application/${form}; charset=utf-8`, text])
}

function sendText(
  server: ServerContext,
  http: HttpContext,
  [type, body]: readonly [type: string, body: string],
): Response {
  const context = server.simulator.defaultAccount
  const headers = standardHeaders(context, nextRequestId(context, 'other'), null)
  return send(http, { status: 200, headers: [...headers, 'Content-Type', type], body, errorCode: null })
}

function sendPage(server: ServerContext, http: HttpContext, body: string): Response {
  const context = server.simulator.defaultAccount
  return send(http, {
    status: 200,
    headers: [
      ...standardHeaders(context, nextRequestId(context, 'other'), null),
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options',
      'nosniff',
    ],
    body,
    errorCode: null,
  })
}
