import { Hono } from 'hono'
import type { Bindings, ServerContext } from '../service/exchange.ts'
import { createRouteNotFound } from './refusal.ts'
import { refuse } from './respond.ts'

/** Returns an app without routes. Unknown paths and unexpected errors get the error envelope. */
export function createBareApp(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.notFound((http) => refuse(server, http, createRouteNotFound(server)))
  app.onError((error, http) => refuse(server, http, error))
  return app
}
