import { Empty } from '../../pages/components/empty.tsx'
import { search } from '../model/search.ts'
import type { ReferencePage } from './frame.tsx'

/** What stands at an address of the reference at which there is no page. */
export function missingPage(path: string): ReferencePage {
  const words = (path.split('/').at(-1) ?? '').replaceAll(/[._-]+/g, ' ')
  const near = search(words).slice(0, 5)
  return {
    title: 'No such page',
    body: (
      <Empty title="The reference has no page at this address.">
        {near.length === 0 ? null : (
          <>
            <p>Perhaps one of these was meant:</p>
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
