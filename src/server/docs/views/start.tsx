import { Card, CodeBlock, Facts } from '../../pages/components.ts'
import { document } from '../model/document.ts'
import { errors } from '../model/errors.ts'
import { findGuide } from '../model/guides.ts'
import { findOperation, operationGroups } from '../model/operations.ts'
import { buildOperationPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'
import type { ReferencePage } from './frame.tsx'
import { Markdown } from './markdown.tsx'
import { Sample, Samples } from './samples.tsx'

/** Renders the first page: the reader's simulator, a first call, and an overview of the rest. */
export function renderStartPage(reader: Reader): ReferencePage {
  return {
    title: 'Getting started',
    body: (
      <>
        <p class="lead prose">
          {document.info.description.split('\n')[0]} The calls on these pages contain your URL and your keys,
          so you can copy and run them.
        </p>
        <div class="cards">
          <SimulatorCard reader={reader} />
          <FirstCallsCard reader={reader} />
        </div>
        <BasicsCard reader={reader} />
        <OperationsCard />
        <FurtherPagesCard reader={reader} />
      </>
    ),
  }
}

function SimulatorCard({ reader }: { readonly reader: Reader }) {
  const { url, testKey, liveKey, account, accounts } = reader
  return (
    <Card title="Your simulator" id="yours" aside={<a href="/docs/keys">other keys</a>}>
      <Facts
        facts={[
          ['Base URL', <code>{url}</code>],
          accounts.length > 1 ? ['Account', <AccountLinks chosen={account} all={accounts} />] : null,
          ['Test key', <code>{testKey}</code>],
          ['Live key', <code>{liveKey}</code>],
        ]}
      />
      <p>
        Use them in place of the URL and the key of the real service. With the test key, labels are samples
        and purchases are free. With the live key, a wallet with play money pays for labels.
      </p>
      <CodeBlock
        label="Settings for your shell"
        code={`export DRYDOCK_URL=${url}\nexport DRYDOCK_TEST_KEY=${testKey}`}
      />
    </Card>
  )
}

const maxAccounts = 20

/** Renders links to the accounts whose keys the samples can contain, the chosen account first. */
function AccountLinks({ chosen, all }: { readonly chosen: string; readonly all: readonly string[] }) {
  const others = all.filter((id) => id !== chosen).slice(0, maxAccounts)
  return (
    <>
      <strong>{chosen}</strong>; or{' '}
      {others.map((id, index) => (
        <>
          {index === 0 ? '' : ', '}
          <a href={`/docs?account=${id}`}>{id}</a>
        </>
      ))}
    </>
  )
}

function FirstCallsCard({ reader }: { readonly reader: Reader }) {
  const wallet = findOperation('getWallet')
  const buy = findOperation('buyLabel')
  return (
    <Card title="First calls" id="first-calls">
      <Samples reader={reader}>
        <p>Check the URL and the key:</p>
        {wallet === undefined ? null : (
          <Sample label="Reading the wallet" operation={wallet} reader={reader} />
        )}
        <p>Quote rates for two addresses and a parcel, and buy the cheapest:</p>
        {buy === undefined ? null : <Sample label="Buying a label" operation={buy} reader={reader} />}
      </Samples>
      <p>
        The response has a <code>label_url</code>, which opens in a browser, and a{' '}
        <code>tracking_number</code>.
      </p>
    </Card>
  )
}

/** Renders the rules for every call, from the start of docs/api.md. */
function BasicsCard({ reader }: { readonly reader: Reader }) {
  const guide = findGuide('/docs/api')
  if (guide === undefined) return null
  const all = guide.tokens.filter(({ type }) => type !== 'space')
  const first = all.findIndex(({ type }) => type === 'code') + 1
  const last = all.findIndex(({ type }) => type === 'table')
  return (
    <Card title="Rules for every call" id="basics">
      <div class="prose stack">
        <Markdown tokens={all.slice(first, last)} name={guide.name} url={reader.url} />
      </div>
    </Card>
  )
}

function OperationsCard() {
  return (
    <Card title="Operations" id="operations">
      <div class="operation-groups">
        {operationGroups.map(({ name, description, operations }) => (
          <section>
            <h3>{name}</h3>
            <p class="muted">{description}</p>
            <ul class="links">
              {operations.map((operation) => (
                <li>
                  <a href={buildOperationPath(operation)}>{operation.summary}</a>{' '}
                  <code class="endpoint-small">
                    {operation.method} {operation.path}
                  </code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}

/** Lists the other parts of the reference. */
function FurtherPagesCard({ reader }: { readonly reader: Reader }) {
  return (
    <Card title="Further pages" id="then">
      <ul class="links spaced">
        <li>
          <a href="/docs/webhooks">Webhooks</a>: a signed event for each label, and how to verify it in five
          languages.
        </li>
        <li>
          <a href="/docs/errors">Errors</a>: all {errors.length} codes. What each means, how to reproduce it
          and how to handle it.
        </li>
        <li>
          <a href="/docs/faults">Faults</a> and <a href="/docs/magic-values">magic values</a>: make a carrier
          fail, lose a response, deliver a parcel at once.
        </li>
        <li>
          <a href="/docs/time">Time</a>: stop the clock, advance it by a day, and see what becomes due.
        </li>
        <li>
          <a href="/docs/control-protocol">Control protocol</a>: all these features over HTTP,{' '}
          <a href="/docs/control-protocol#call-by-call">call by call</a>.
        </li>
        <li>
          For programs: <a href="/openapi.json">OpenAPI as JSON</a>, <a href="/openapi.yaml">as YAML</a>,{' '}
          <a href="/arazzo.json">its workflows in Arazzo</a>
          {reader.isControlled ? (
            <>
              , <a href="/_drydock/openapi.json">the control protocol's</a>, and for Postman{' '}
              <a href="/postman/collection.json">a collection</a> with{' '}
              <a href="/postman/environment.json">its environment</a>
            </>
          ) : null}
          .
        </li>
      </ul>
    </Card>
  )
}
