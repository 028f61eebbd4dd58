import { Card } from '../../pages/components/card.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { findGuide } from '../model/guides.ts'
import { describeScopes, limitHeaders, seededKeys } from '../model/keys.ts'
import { operations } from '../model/operations.ts'
import { buildOperationPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'
import type { ReferencePage } from './frame.tsx'
import { TextWithCode } from './words.tsx'

/** Renders the page of keys, scopes with their operations, and the rate limit of each operation. */
export function renderKeysPage(reader: Reader): ReferencePage {
  return {
    title: 'Keys, scopes and limits',
    body: (
      <>
        <KeysCard reader={reader} />
        <ScopesCard />
        <LimitsCard />
      </>
    ),
  }
}

function KeysCard({ reader }: { readonly reader: Reader }) {
  return (
    <Card title="Keys" id="keys">
      <p class="prose">
        Every call has the header <code>Authorization: Bearer KEY</code>. A test key makes samples; a live key
        pays from the account's wallet. A key cannot read what a key of the other kind made. The account{' '}
        <code>default</code> has these keys at start:
      </p>
      <Table caption="Keys of the default account" columns={[{ name: 'Key' }, { name: 'What it can do' }]}>
        {seededKeys.map(({ value, does }) => (
          <tr>
            <Cell>
              <code>{value}</code>
            </Cell>
            <Cell>
              <TextWithCode text={does} />
            </Cell>
          </tr>
        ))}
      </Table>
      <p>Create more keys with the scopes and the expiry that you need:</p>
      <CodeBlock
        label="Making a key"
        code={`drydock keys create --environment test --scopes rates:read labels:write --url ${reader.url}`}
        isWrapped
      />
      {findGuide('/docs/command-line') === undefined ? null : (
        <p>
          See <a href="/docs/command-line">{findGuide('/docs/command-line')?.title}</a>.
        </p>
      )}
    </Card>
  )
}

function ScopesCard() {
  return (
    <Card title="Scopes" id="scopes">
      <p class="prose">
        <TextWithCode text="A key without the scope gets `AUTH.KEY.INSUFFICIENT_SCOPE`, which names the required scope and those of the key." />
      </p>
      <Table
        caption="Each scope"
        columns={[{ name: 'Scope' }, { name: 'Allows' }, { name: 'Operations', isMinor: true }]}
      >
        {describeScopes().map(({ scope, gates, operations: opened }) => (
          <tr>
            <Cell>
              <code>{scope}</code>
            </Cell>
            <Cell>{gates}</Cell>
            <Cell isMinor>
              {opened.map((operation, index) => (
                <>
                  {index === 0 ? '' : ', '}
                  <a href={buildOperationPath(operation)}>{operation.summary}</a>
                </>
              ))}
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

function LimitsCard() {
  return (
    <Card title="Limits" id="limits">
      <p class="prose">
        <TextWithCode text="The service counts the requests of each key to each operation in windows of a minute, by the account's clock. If you advance the clock, a new window begins. Requests beyond the limit get `AUTH.RATE_LIMIT.EXCEEDED` with `Retry-After`." />
      </p>
      <Table
        caption="Limits of each operation"
        columns={[
          { name: 'Operation' },
          { name: 'Endpoint', isMinor: true },
          { name: 'A minute', isNumber: true },
        ]}
      >
        {operations.map((operation) => (
          <tr>
            <Cell>
              <a href={buildOperationPath(operation)}>{operation.summary}</a>
            </Cell>
            <Cell isMinor>
              <code>
                {operation.method} {operation.path}
              </code>
            </Cell>
            <Cell isNumber>{operation.limit.requests}</Cell>
          </tr>
        ))}
      </Table>
      <Table caption="Headers" columns={[{ name: 'Header' }, { name: 'Meaning' }]}>
        {limitHeaders.map(({ name, description }) => (
          <tr>
            <Cell>
              <code>{name}</code>
            </Cell>
            <Cell>{description}</Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
