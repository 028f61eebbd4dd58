import { html, raw } from 'hono/html'
import { neutralise } from '../neutral-text.ts'

/** The style sheet of the HTML report, for light and dark mode. */
export const style = `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--ink:#1d2430;--soft:#5d6675;--line:#dfe2e7;--ok:#1a7f4b;--bad:#c2342c;--odd:#9a5210;--skip:#5d6880}
@media(prefers-color-scheme:dark){:root{--ground:#14181f;--card:#1c222c;--ink:#e6e9ef;--soft:#9aa5b5;--line:#313947;--ok:#58c98f;--bad:#ff7b72;--odd:#f0a860;--skip:#94a2bd}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main,.filter{max-width:68rem;margin:0 auto;padding:1rem}
main{padding-top:0}
h1{font-size:1.6rem;margin:.5rem 0 0;overflow-wrap:anywhere}h1 small{font-weight:400;color:var(--soft);font-size:1rem}
h2{font-size:1.15rem;margin:1.8rem 0 .6rem}
a{color:inherit}
.facts,.fix{color:var(--soft);font-size:.9rem}.facts{margin:.3rem 0;overflow-wrap:anywhere}.fix{display:block;overflow-wrap:anywhere}
.facts code{white-space:nowrap}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stopped{border-left:4px solid var(--bad);padding:.5rem .8rem;background:var(--card)}
.counts{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.6rem;list-style:none;padding:0;margin:1rem 0 0}
.counts li{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--skip);border-radius:6px;padding:.4rem .7rem}
.counts b{display:block;font-size:1.6rem;line-height:1.2;font-variant-numeric:tabular-nums}
.counts .passed{border-top-color:var(--ok)}.counts .failed{border-top-color:var(--bad)}.counts .errored{border-top-color:var(--odd)}
details.rule,details.group,details.cause{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--skip);border-radius:6px;margin:.4rem 0}
details.group p,details.group ul,details.group table,details.group .rule{margin-left:.8rem;margin-right:.8rem}details.group table{width:calc(100% - 1.6rem)}details.group ul{padding-left:1.2rem}
details.passed{border-left-color:var(--ok)}details.failed,details.cause{border-left-color:var(--bad)}details.errored{border-left-color:var(--odd)}
summary{cursor:pointer;padding:.45rem .8rem;overflow-wrap:anywhere}
.causes{list-style:none;padding:0;margin:0}
.cause>summary{display:flex;gap:.7rem;align-items:baseline}.cause>summary::before{content:'\\25b8';color:var(--soft)}.cause[open]>summary::before{content:'\\25be'}.cause>summary>span{flex:1;min-width:0}
.freed{min-width:2.2rem;text-align:right;font-size:1.2rem;color:var(--bad);font-variant-numeric:tabular-nums}
.more>summary{color:var(--soft)}
.badge{display:inline-block;min-width:4.6rem;font-size:.78rem;font-weight:600;color:var(--skip)}
.passed>summary .badge{color:var(--ok)}.failed>summary .badge{color:var(--bad)}.errored>summary .badge{color:var(--odd)}
.body{padding:0 .8rem .8rem}
code,pre{font:.86rem/1.5 ui-monospace,Consolas,monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .8rem;margin:.6rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.exchange{border-top:1px solid var(--line)}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.6rem}
pre{background:var(--ground);border:1px solid var(--line);border-radius:4px;padding:.6rem;margin:.3rem 0;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.curl{display:flex;gap:.6rem;align-items:start}.curl pre{flex:1;min-width:0}
button,select,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:4px;padding:.3rem .6rem}
.filter{position:sticky;top:0;z-index:1;display:flex;gap:.6rem;align-items:center;padding-top:.6rem;padding-bottom:.6rem;background:var(--ground);border-bottom:1px solid var(--line);box-shadow:0 0 0 100vmax var(--ground);clip-path:inset(0 -100vmax)}
.filter[hidden],[hidden]{display:none}
.filter input{flex:1;min-width:0;max-width:26rem}.filter output{color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
.filtering main>section:not(#rules){display:none}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid var(--line);padding:.25rem .6rem;vertical-align:top;overflow-wrap:anywhere;text-align:left;font-weight:400}
.number{white-space:nowrap;text-align:right}
.endpoints thead th{border:0;color:var(--soft);font-size:.85rem;overflow-wrap:normal}.endpoints td,.endpoints thead th:not(:first-child){text-align:right;font-variant-numeric:tabular-nums}
.endpoints tbody th{font:.86rem/1.5 ui-monospace,Consolas,monospace}.endpoints a{text-decoration-color:var(--line)}
.endpoints .failed{color:var(--bad);font-weight:600}.endpoints .errored{color:var(--odd);font-weight:600}.endpoints .passed{color:var(--ok)}.endpoints .skipped{color:var(--skip)}
:focus-visible{outline:2px solid var(--odd);outline-offset:2px}
@media(max-width:40rem){td,th{padding:.25rem .35rem}.counts li{padding:.3rem .5rem;font-size:.85rem}.counts b{font-size:1.3rem}.endpoints thead th{font-size:.72rem}.endpoints tbody th{font-size:.76rem}details.group .rule{margin-left:.3rem;margin-right:.3rem}.body{padding:0 .5rem .5rem}dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
@media print{.filter{display:none}}
`

/** The script of the HTML report: it adds a filter, links that unfold, and copy buttons. Without it, the page still shows everything. */
export const script = `
const form=document.querySelector('.filter'),status=document.getElementById('status'),text=document.getElementById('text'),found=document.getElementById('found'),groups=[...document.querySelectorAll('#rules .group')];
form.hidden=false;form.addEventListener('submit',e=>e.preventDefault());
const apply=()=>{const wanted=text.value.trim().toLowerCase(),any=wanted!==''||status.value!=='';let count=0;
for(const group of groups){let here=0;const name=group.querySelector('summary').textContent.toLowerCase();
for(const rule of group.querySelectorAll('.rule')){const fits=(status.value===''||rule.dataset.status===status.value)&&(name.includes(wanted)||rule.textContent.toLowerCase().includes(wanted));rule.hidden=!fits;if(fits)here+=1}
group.hidden=any&&here===0;group.open=any&&here>0;count+=here}
document.body.classList.toggle('filtering',any);found.textContent=any?count+(count===1?' rule':' rules'):''};
status.addEventListener('change',apply);text.addEventListener('input',apply);
const unfold=()=>{const target=location.hash===''?null:document.getElementById(location.hash.slice(1));for(let each=target;each!==null;each=each.parentElement)if(each.tagName==='DETAILS')each.open=true;if(target!==null)target.scrollIntoView()};
addEventListener('hashchange',unfold);unfold();
if(navigator.clipboard)for(const button of document.querySelectorAll('.curl button')){button.hidden=false;button.addEventListener('click',async()=>{await navigator.clipboard.writeText(button.previousElementSibling.textContent);button.textContent='Copied'})}
`

/** A piece of HTML, which is inserted into other HTML without escaping. */
export type Markup = ReturnType<typeof raw>

type Part = string | number | Markup | readonly Part[]

/** Creates a piece of HTML from a template. It escapes inserted texts, but not inserted pieces of HTML. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const made = html(strings, ...parts.map(escapePart))
  if (made instanceof Promise) throw new Error('A part of a page must not be a promise.')
  return made
}

/** Joins pieces of HTML with line ends. */
export function joinLines(pieces: readonly Markup[]): Part {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [lineEnd, piece]))
}

const lineEnd = raw('\n')

function escapePart(part: Part): unknown {
  if (typeof part === 'string') return neutralise(part)
  return Array.isArray(part) ? part.map(escapePart) : part
}
