import type { Context } from '../../simulator/accounts/context.ts'
import { dashboardBase } from '../dashboard-base.ts'
import { Card } from '../pages/components/card.tsx'
import { Facts } from '../pages/components/facts.tsx'
import type { PageContent } from '../pages/send-page.tsx'

/** What is happening now. */
export function overview(context: Context): PageContent {
  return {
    title: 'Overview',
    place: `${context.id} · Drydock`,
    parts: [
      { name: 'Dashboard', href: dashboardBase, isCurrent: true },
      { name: 'Reference', href: '/docs', isCurrent: false },
    ],
    navigation: (
      <ul>
        <li>
          <a href={`${dashboardBase}/${context.id}`} aria-current="page">
            Overview
          </a>
        </li>
      </ul>
    ),
    body: (
      <Card title="Account" id="account">
        <Facts facts={[['Id', <code>{context.id}</code>]]} />
      </Card>
    ),
  }
}
