import { Card, CodeBlock, Table } from '../../pages/components.ts'
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
        Every call has the header <code>Authorization: Bearer KEY</code>. Labels of a test key are samples and
        free. For labels of a live key, the account's wallet pays. A test key cannot read the resources of a
        live key, and a live key cannot read those of a test key. The account <code>default</code> has these
        keys at start:
      </p>
      <Table caption="Keys of the default account" columns={{ Key: '', 'What it can do': '' }}>
        {seededKeys.map(({ value, does }) => (
          <tr>
            <td>
              <code>{value}</code>
            </td>
            <td>
              <TextWithCode text={does} />
            </td>
          </tr>
        ))}
      </Table>
      <p>Create more keys with the scopes and the expiry that you need:</p>
      <CodeBlock
        label="Creating a key"
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
      <Table caption="Each scope" columns={{ Scope: '', Allows: '', Operations: 'minor' }}>
        {describeScopes().map(({ scope, gates, operations: opened }) => (
          <tr>
            <td>
              <code>{scope}</code>
            </td>
            <td>{gates}</td>
            <td class="minor">
              {opened.map((operation, index) => (
                <>
                  {index === 0 ? '' : ', '}
                  <a href={buildOperationPath(operation)}>{operation.summary}</a>
                </>
              ))}
            </td>
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
        columns={{ Operation: '', Endpoint: 'minor', 'A minute': 'number' }}
      >
        {operations.map((operation) => (
          <tr>
            <td>
              <a href={buildOperationPath(operation)}>{operation.summary}</a>
            </td>
            <td class="minor">
              <code>
                {operation.method} {operation.path}
              </code>
            </td>
            <td class="number">{operation.limit.requests}</td>
          </tr>
        ))}
      </Table>
      <Table caption="Headers" columns={{ Header: '', Meaning: '' }}>
        {limitHeaders.map(({ name, description }) => (
          <tr>
            <td>
              <code>{name}</code>
            </td>
            <td>{description}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
