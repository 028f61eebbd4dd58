import { firstKeys } from '../../../simulator/accounts/accounts.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { quoted } from '../../command-line.ts'
import { failNotFound } from '../../http/not-found.ts'
import { StatusBadge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Facts } from '../../pages/components/facts.tsx'
import type { Conceal } from '../../service/redact.ts'
import { ExchangeEffects } from '../changes/changes.tsx'
import type { DashboardPage, PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { sectionOf } from './reasons.ts'
import { keyText, Why } from './request-rows.tsx'

/** Renders one exchange: request, response, reasons and effects. */
export const request: DashboardPage = {
  path: 'requests/:id',
  title: 'Request',
  show: (page) => {
    const id = page.param('id')
    const entry =
      page.context.requestLog.find(id) ??
      failNotFound('request', id, 'The log keeps the latest 1,000 requests since the last start or reset.')
    const path = page.server.conceal(entry.path)
    const [withoutQuery = ''] = path.split('?')
    return {
      title: `${entry.method} ${withoutQuery}`,
      heading: (
        <>
          {entry.method} <code>{path}</code> <StatusBadge status={entry.status} />
        </>
      ),
      body: (
        <>
          <div class="cards">
            <About page={page} entry={entry} />
            <Card title="Effects" id="changed">
              {ExchangeEffects(page, entry)}
            </Card>
          </div>
          <Exchange page={page} entry={entry} />
        </>
      ),
    }
  },
}

function About({ page, entry }: { readonly page: PageRequest; readonly entry: LoggedRequest }) {
  const isPlain = entry.errorCode === null && entry.decidedBy.length === 0 && entry.lost === null
  const section = sectionOf(entry.errorCode)
  return (
    <Card title="Why" id="why">
      <Facts
        facts={[
          ['Decided by', isPlain ? 'No fault or magic value' : <Why page={page} entry={entry} />],
          section === undefined ? null : ['Specification', <a href={section.href}>{section.title}</a>],
          ['At', <Instant atMs={entry.atMs} nowMs={page.context.clock.now()} />],
          ['Took', `${entry.durationMs.toFixed(2)} ms`],
          ['Key', keyText(page, entry)],
          ['Request id', <code>{entry.id}</code>],
        ]}
      />
    </Card>
  )
}

function Exchange({ page, entry }: { readonly page: PageRequest; readonly entry: LoggedRequest }) {
  const { conceal } = page.server
  return (
    <>
      <Card title="Repeat it" id="repeat">
        <CodeBlock label="the request as a curl line" code={curlOf(page, entry)} isWrapped />
      </Card>
      <div class="cards">
        <Card title="Request" id="asked">
          <Headers label="Request headers" headers={entry.requestHeaders} conceal={conceal} />
          <Body label="Request body" body={entry.requestBody} conceal={conceal} />
        </Card>
        <Card title="Response" id="answered">
          <Headers label="Response headers" headers={entry.responseHeaders} conceal={conceal} />
          <Body label="Response body" body={entry.responseBody} conceal={conceal} />
        </Card>
      </div>
    </>
  )
}

function Headers({
  label,
  headers,
  conceal,
}: {
  readonly label: string
  readonly headers: readonly string[]
  readonly conceal: Conceal
}) {
  return (
    <details>
      <summary>{label}</summary>
      <CodeBlock
        label={label}
        code={shownHeaders(headers, conceal)
          .map((pair) => pair.join(': '))
          .join('\n')}
      />
    </details>
  )
}

function Body({
  label,
  body,
  conceal,
}: {
  readonly label: string
  readonly body: string | null
  readonly conceal: Conceal
}) {
  if (body === null) return <p class="muted">{label}: none.</p>
  return <CodeBlock label={label} code={indented(conceal(body))} isWrapped />
}

/** Indents JSON; other text stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Headers with secrets of the browser or shell, which pages do not show at all. */
const hiddenHeaders = /^(?:cookie|set-cookie|proxy-authorization)$/i

function shownHeaders(headers: readonly string[], conceal: Conceal): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    if (!hiddenHeaders.test(name)) pairs.push([conceal(name), conceal(value)])
  }
  return pairs
}

/** Headers that curl sets itself. */
const ownOfClients =
  /^(?:host|connection|content-length|accept-encoding|user-agent|accept|transfer-encoding|authorization)$/i

function curlOf(page: PageRequest, entry: LoggedRequest): string {
  const { conceal } = page.server
  const key = sendableKey(page, entry)
  const headers = shownHeaders(entry.requestHeaders, conceal).filter(([name]) => !ownOfClients.test(name))
  const lines = [
    `curl -X ${entry.method} ${quoted(page.url + conceal(entry.path))}`,
    ...(entry.keyId === null ? [] : [`-H ${key}`]),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(entry.requestBody === null ? [] : [`--data-raw ${quoted(conceal(entry.requestBody))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The account's first keys are public anyway. Other keys were shown once, so the reader fills them in. */
function sendableKey({ context }: PageRequest, { keyId }: LoggedRequest): string {
  const { test, live } = firstKeys(context)
  const value = keyId === null ? undefined : context.state.keys.get(keyId)?.value
  const isReadable = value !== undefined && (value === test || value === live)
  return isReadable ? quoted(`Authorization: Bearer ${value}`) : '"Authorization: Bearer $DRYDOCK_KEY"'
}
