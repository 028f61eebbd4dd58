import { Hono } from 'hono'
import type { Bindings, ServerContext } from '../service/exchange.ts'
import { refuseRequest, routeNotFound } from './refusal.ts'

/** Returns an app without routes. Unknown paths and unexpected errors get the error envelope. */
export function createBareApp(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.notFound((http) => refuseRequest(server, http, routeNotFound(server)))
  app.onError((error, http) => refuseRequest(server, http, error))
  return app
}
