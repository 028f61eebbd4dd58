import { Empty } from '../../pages/components.ts'
import type { FoundEntry } from '../model/search.ts'
import type { ReferencePage } from './frame.tsx'

/** Renders the page for an unknown URL of the reference. `near` lists pages that the reader may have meant. */
export function renderMissingPage(near: readonly FoundEntry[]): ReferencePage {
  return {
    title: 'No such page',
    body: (
      <Empty title="The reference has no page at this address.">
        {near.length === 0 ? null : (
          <>
            <p>Did you mean one of these pages?</p>
            <ul class="links">
              {near.map(({ title, href }) => (
                <li>
                  <a href={href}>{title}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <a href="/docs">Getting started</a>
        </p>
      </Empty>
    ),
  }
}
