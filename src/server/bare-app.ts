import { Hono } from 'hono'
import type { Bindings, Surface } from './exchange.ts'
import { refuseRequest, routeNotFound } from './refusal.ts'

/** An app without routes: what it does not know, and what goes wrong in it, is answered in the envelope. */
export function createBareApp(surface: Surface): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.notFound((http) => refuseRequest(surface, http, routeNotFound(surface)))
  app.onError((error, http) => refuseRequest(surface, http, error))
  return app
}
