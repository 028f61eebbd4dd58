import { Hono } from 'hono'
import { respond } from '../http/respond.ts'
import type { Bindings, HttpContext } from '../service/exchange.ts'
import { type Asset, findAsset } from './assets.ts'
import { browserHeaders } from './page-headers.ts'

/** Returns the app that serves the files of pages, and the icon at the path `/favicon.ico` that browsers request. */
export function createAssetRoutes(): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get('/assets/:hash/:name', (http) => {
    const asset = findAsset(http.req.param('name'))
    return asset?.url === http.req.path
      ? sendAsset(http, asset, 'max-age=31536000, immutable')
      : sendNotFound(http)
  })
  app.get('/favicon.ico', (http) => {
    const icon = findAsset('icon.svg')
    return icon === undefined ? sendNotFound(http) : sendAsset(http, icon, 'max-age=3600')
  })
  app.all('*', sendNotFound)
  return app
}

function sendAsset(http: HttpContext, { type, bytes }: Asset, caching: string): Response {
  const headers = [...browserHeaders, 'Content-Type', type, 'Cache-Control', caching]
  return respond(http, { status: 200, headers, body: bytes, errorCode: null })
}

/**
 * Responds with 404, for example if a page from before an upgrade requests a file that no longer exists. The request is
 * in no request log, because it does not come from a client of the service.
 */
function sendNotFound(http: HttpContext): Response {
  const headers = [...browserHeaders, 'Cache-Control', 'no-store']
  return respond(http, { status: 404, headers, body: null, errorCode: null })
}
