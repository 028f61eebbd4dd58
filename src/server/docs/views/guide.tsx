import type { Child } from 'hono/jsx'
import type { Guide } from '../model/guides.ts'
import type { Reader } from '../reader.ts'
import type { ReferencePage } from './frame.tsx'
import { Markdown } from './markdown.tsx'

/** A page with at most this many sections gets no list of its sections. */
const fewSections = 3

/** Renders a page of docs/, with the reference's `addition` below it. */
export function renderGuidePage(guide: Guide, reader: Reader, addition: Child = null): ReferencePage {
  const sections = guide.sections.filter(({ anchor }) => anchor !== null)
  return {
    title: guide.title,
    body: (
      <>
        {sections.length <= fewSections ? null : (
          <details class="contents">
            <summary>On this page</summary>
            <ul class="links columns">
              {sections.map(({ title, anchor }) => (
                <li>
                  <a href={`#${anchor}`}>{title}</a>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div class="guide">
          <Markdown tokens={guide.tokens} name={guide.name} url={reader.url} />
        </div>
        {addition}
      </>
    ),
  }
}
