import { carrierNames } from '../../../simulator/specification/model.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageProps } from '../page.ts'

/** Lists the connected carrier accounts, with a form that connects one. */
export function ConnectedCarriers({ page }: PageProps) {
  const connected = [...page.context.state.carrierAccounts.values()]
  return (
    <Card title="Connected accounts" id="connected">
      <Live page={page} id="connected-list" topics={['carriers']}>
        {connected.length === 0 ? (
          <p class="muted">
            No account is connected. An account adds rates of its carrier at its own prices.
          </p>
        ) : null}
        {connected.map(({ id, carrier, nickname, credentials }) => (
          <div class="row">
            <span>
              <b>{carrier}</b> {nickname}{' '}
              {credentials === 'rejected' ? <Badge tone="bad">rejected</Badge> : null}
            </span>
            <ActionForm
              page={page}
              action="disconnect"
              submit="Disconnect"
              about={nickname ?? carrier}
              kind="danger"
              values={{ id }}
              confirm={`Disconnect ${nickname ?? carrier}?`}
            />
          </div>
        ))}
      </Live>
      <ActionForm page={page} action="connect" submit="Connect" sample={{ carrier: carrierNames[0] }}>
        <Choice {...readRefusedField(page, 'connect', 'carrier')} label="Carrier" options={carrierNames} />
        <TextField {...readRefusedField(page, 'connect', 'nickname')} label="Name" />
        <Choice
          {...readRefusedField(page, 'connect', 'credentials')}
          label="Credentials"
          options={[
            ['valid', 'accepted by the carrier'],
            ['rejected', 'rejected by the carrier'],
          ]}
        />
      </ActionForm>
    </Card>
  )
}
