import { Hono } from 'hono'
import type { Bindings, ServerContext } from '../service/exchange.ts'
import { createRouteNotFound } from './refusal.ts'
import { sendRefusal } from './respond.ts'

/** Returns an app without routes. It responds to unknown paths and unexpected errors in the documented format. */
export function createBareApp(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.notFound((http) => sendRefusal(server, http, createRouteNotFound(server)))
  app.onError((error, http) => sendRefusal(server, http, error))
  return app
}
