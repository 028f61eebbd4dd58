import { Hono } from 'hono'
import { respond } from '../http/respond.ts'
import type { Bindings, HttpContext } from '../service/exchange.ts'
import { type Asset, findAsset } from './assets.ts'
import { browserHeaders } from './page-headers.ts'

/** Serves the files of pages, and the icon at the path that browsers try by themselves. */
export function createAssets(): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get('/assets/:hash/:name', (http) => {
    const asset = findAsset(http.req.param('name'))
    return asset?.url === http.req.path
      ? sendAsset(http, asset, 'max-age=31536000, immutable')
      : sendNothing(http)
  })
  app.get('/favicon.ico', (http) => {
    const icon = findAsset('icon.svg')
    return icon === undefined ? sendNothing(http) : sendAsset(http, icon, 'max-age=3600')
  })
  app.all('*', sendNothing)
  return app
}

function sendAsset(http: HttpContext, { type, bytes }: Asset, caching: string): Response {
  const headers = [...browserHeaders, 'Content-Type', type, 'Cache-Control', caching]
  return respond(http, { status: 200, headers, body: bytes, errorCode: null })
}

/**
 * A page from before an upgrade may request a removed file. No account logs it, as it is not a request of a
 * client.
 */
function sendNothing(http: HttpContext): Response {
  const headers = [...browserHeaders, 'Cache-Control', 'no-store']
  return respond(http, { status: 404, headers, body: null, errorCode: null })
}
