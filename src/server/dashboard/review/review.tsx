import { type CoverageKind, coverageKinds, findItemTitle } from '../../../review/coverage-items.ts'
import { buildReviewBody } from '../../../review/show-review.ts'
import type { FindingBody, ReviewBody } from '../../../simulator/bodies/control/review.ts'
import { createCommandTarget } from '../../control/review.ts'
import { allowLineBreaks, Badge, Card, Empty, Row, Table } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { formatCount, formatCountWithNoun, Instant } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live } from '../parts.tsx'

/** Renders the review of the account: its findings, its coverage, and the scopes of its keys. */
export const review: DashboardPage = {
  path: 'review',
  title: 'Review',
  shortcut: 'v',
  actions: {
    restart: {
      call: () => ({ call: 'DELETE /accounts/{account}/review' }),
      message: () => 'The review starts again, without any request.',
    },
  },
  body: (page) => {
    const { server, context, url } = page
    const begun = server.reviews.findOrBeginReview(context)
    const shown = buildReviewBody(begun, createCommandTarget(context.id, url))
    const { requests, findings, coverage, scopes } = shown
    const metCount = coverageKinds.reduce((count, kind) => count + coverage[kind].met.length, 0)
    const lost = `${formatCountWithNoun(findings.length, 'finding')} and ${formatCountWithNoun(metCount, 'met item')}`
    const question = `Restart the review? It forgets ${lost}.`
    const kept = new Set(
      findings.length === 0 ? [] : Array.from(context.requestLog.iterateNewest(), ({ id }) => id),
    )
    return (
      <Live page={page} id="review" topics={['requests', 'deliveries']}>
        <p class="muted">
          {requests === 1 ? '1 request' : `${requests} requests`} since{' '}
          <Instant atMs={begun.sinceMs} nowMs={context.clock.now()} />. <code>drydock review</code> prints the
          same. Requests that these pages send do not count.
        </p>
        <Card title="Findings" id="findings" aside="mistakes that the requests of the app show">
          {findings.length === 0 ? (
            <Empty title={requests === 0 ? 'No requests yet' : 'No mistakes found'}>
              {requests > 0 ? null : (
                <p>
                  Send requests to <code>{url}</code> with a{' '}
                  <a href={page.href('keys')}>key of this account</a>.
                </p>
              )}
              <p>
                <a href="/docs/review#which-mistakes-does-it-find">The mistakes that a review finds</a>
              </p>
            </Empty>
          ) : (
            <ul class="plain-list stack">
              {findings.map((finding) => (
                <FindingItem page={page} finding={finding} kept={kept} />
              ))}
            </ul>
          )}
        </Card>
        <Card title="Coverage" id="coverage" aside="situations that the app has met">
          {coverageKinds.map((kind) => (
            <CoverageGroup kind={kind} coverage={coverage} />
          ))}
        </Card>
        {scopes.length === 0 ? null : <ScopesCard scopes={scopes} />}
        <ActionForm page={page} action="restart" submit="Restart review" kind="danger" confirm={question} />
      </Live>
    )
  },
}

const severityTones = { error: 'bad', warning: 'warn', note: 'note' } as const

/** Returns how often something happened: `once` or `2 times`. */
function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`
}

interface FindingProps extends PageProps {
  readonly finding: FindingBody
  /** The ids of the requests in the log. The restore of a snapshot empties the log, but the review keeps its findings. */
  readonly kept: ReadonlySet<string>
}

function FindingItem({ page, finding, kept }: FindingProps) {
  const { id, severity, title, advice, count, requests, details } = finding
  return (
    <li id={`finding-${id}`}>
      <p>
        <Badge tone={severityTones[severity]}>{severity}</Badge> <strong>{title}</strong>{' '}
        <span class="muted">{formatTimes(count)}</span>
      </p>
      <p>{advice}</p>
      {details.length === 0 ? null : (
        <ul>
          {details.map((detail) => (
            <li>{renderCode(page.server.conceal(detail))}</li>
          ))}
        </ul>
      )}
      {requests.length === 0 ? null : (
        <p class="muted">
          Requests:{' '}
          {requests.map((request, index) => [
            index === 0 ? '' : ', ',
            kept.has(request) ? <a href={page.href(`requests/${request}`)}>{request}</a> : request,
          ])}
          {requests.every((request) => kept.has(request))
            ? ''
            : '. Those without a link are no longer logged.'}
        </p>
      )}
      <p class="muted">
        <code>{id}</code>
      </p>
    </li>
  )
}

const columns = { Item: '', 'How to meet it': '' }

function CoverageGroup({ kind, coverage }: Pick<ReviewBody, 'coverage'> & { readonly kind: CoverageKind }) {
  const { met, missed } = coverage[kind]
  const name = kind.replaceAll('_', ' ')
  const total = met.length + missed.length
  return (
    <div id={`coverage-${kind}`}>
      <div class="progress">
        <progress value={met.length} max={total} aria-label={`Coverage of ${name}`} />
        <span>
          {formatCount(met.length)} of {formatCount(total)} {name}
        </span>
      </div>
      <div class="cards">
        {met.length === 0 ? null : (
          <details class="more">
            <summary>Met {name}</summary>
            <ul>
              {met.map(({ id, count }) => (
                <li>
                  <code>{id}</code>: {formatTimes(count)}
                </li>
              ))}
            </ul>
          </details>
        )}
        {missed.length === 0 ? null : (
          <details class="more">
            <summary>Missed {name}</summary>
            <Table caption={`Missed ${name}`} columns={columns}>
              {missed.map(({ id, how }) => (
                <Row
                  columns={columns}
                  cells={[
                    <>
                      <code>{id}</code> <span class="muted">{findItemTitle(kind, id)}</span>
                    </>,
                    renderCode(how),
                  ]}
                />
              ))}
            </Table>
          </details>
        )}
      </div>
    </div>
  )
}

/** Renders a text with its parts in backticks as code. */
function renderCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))
}

const scopeColumns = { Key: '', Used: '', 'Never used': '', Refused: '' }

function ScopesCard({ scopes }: Pick<ReviewBody, 'scopes'>) {
  return (
    <Card title="Scopes" id="scopes" aside="of the keys that requests came with">
      <Table caption="Scopes" columns={scopeColumns}>
        {scopes.map(({ key, granted, used, refused }) => {
          const lists = [used, granted.filter((scope) => !used.includes(scope)), refused]
          const cells = [<code>{key}</code>, ...lists.map((list) => allowLineBreaks(list.join(', ')))]
          return <Row columns={scopeColumns} cells={cells} />
        })}
      </Table>
    </Card>
  )
}
