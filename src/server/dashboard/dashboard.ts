import { Hono } from 'hono'
import { dashboardBase } from '../dashboard-base.ts'
import type { Bindings, ServerContext } from '../exchange.ts'
import { sendPage, sendRedirect } from '../pages/send-page.tsx'
import { overview } from './overview.tsx'

/** The dashboard: pages for people, below an account's name. */
export function createDashboard(server: ServerContext, _token: string | undefined): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get(dashboardBase, (http) =>
    sendRedirect(http, `${dashboardBase}/${server.simulator.defaultAccount.id}`, { status: 302 }),
  )
  app.get(`${dashboardBase}/:account`, (http) =>
    sendPage(http, overview(server.simulator.account(http.req.param('account')))),
  )
  return app
}
