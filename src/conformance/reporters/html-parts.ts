/** The look of the page, in light and dark. */
export const style = `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--ink:#1d2430;--soft:#5d6675;--line:#dfe2e7;--ok:#1a7f4b;--bad:#c2342c;--odd:#b3651b;--skip:#64708a}
@media(prefers-color-scheme:dark){:root{--ground:#14181f;--card:#1c222c;--ink:#e6e9ef;--soft:#9aa5b5;--line:#313947;--ok:#58c98f;--bad:#ff7b72;--odd:#f0a860;--skip:#94a2bd}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:68rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem;margin:.5rem 0 0;overflow-wrap:anywhere}h1 small{font-weight:400;color:var(--soft);font-size:1rem}
h2{font-size:1.15rem;margin:2rem 0 .6rem}
.facts{color:var(--soft);font-size:.9rem;margin:.3rem 0}
.stopped{border-left:4px solid var(--bad);padding:.5rem .8rem;background:var(--card)}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;list-style:none;padding:0;margin:1rem 0 0}
.counts li{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--skip);border-radius:6px;padding:.5rem .8rem}
.counts b{display:block;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}
.counts .passed{border-top-color:var(--ok)}.counts .failed{border-top-color:var(--bad)}.counts .errored{border-top-color:var(--odd)}
details.group p,details.group ul{margin-left:.8rem}details.rule,details.group{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--skip);border-radius:6px;margin:.4rem 0}
details.passed{border-left-color:var(--ok)}details.failed{border-left-color:var(--bad)}details.errored{border-left-color:var(--odd)}
summary{cursor:pointer;padding:.45rem .8rem;overflow-wrap:anywhere}
.badge{display:inline-block;min-width:4.6rem;font-size:.78rem;font-weight:600;color:var(--skip)}
.passed .badge{color:var(--ok)}.failed .badge{color:var(--bad)}.errored .badge{color:var(--odd)}
.body{padding:0 .8rem .8rem}
code,pre{font:.86rem/1.5 ui-monospace,Consolas,monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .8rem;margin:.6rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.exchange{border-top:1px solid var(--line)}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.6rem}
pre{background:var(--ground);border:1px solid var(--line);border-radius:4px;padding:.6rem;margin:.3rem 0;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.curl{display:flex;gap:.6rem;align-items:start}.curl pre{flex:1;min-width:0}
button,select,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:4px;padding:.3rem .6rem}
.filter{display:flex;flex-wrap:wrap;gap:.8rem;margin:.5rem 0}.filter[hidden],button[hidden],.rule[hidden]{display:none}
.filter input{min-width:min(18rem,60vw)}
table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:.3rem .6rem;vertical-align:top;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--odd);outline-offset:2px}
`

/** What is only comfort: a filter, and buttons that copy. */
export const script = `
const form=document.querySelector('.filter'),status=document.getElementById('status'),text=document.getElementById('text');
form.hidden=false;form.addEventListener('submit',e=>e.preventDefault());
const apply=()=>{const wanted=text.value.toLowerCase();for(const rule of document.querySelectorAll('#rules .rule'))rule.hidden=(status.value!==''&&rule.dataset.status!==status.value)||!rule.textContent.toLowerCase().includes(wanted)};
status.addEventListener('change',apply);text.addEventListener('input',apply);
if(navigator.clipboard)for(const button of document.querySelectorAll('.curl button')){button.hidden=false;button.addEventListener('click',async()=>{await navigator.clipboard.writeText(button.previousElementSibling.textContent);button.textContent='Copied'})}
`
