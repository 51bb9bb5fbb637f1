"""The look of the pages, in light and dark."""

from __future__ import annotations

STYLE = """
:root { --ink: #1b1e24; --soft: #5a6270; --paper: #ffffff; --card: #f5f6f8; --line: #d9dde3; --accent: #2563c9;
  --good: #14804a; --bad: #c22f2f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #a3abb8; --paper: #15171b; --card: #1f2329;
  --line: #383e48; --accent: #7fb0ff; --good: #58c98c; --bad: #ff8080; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 20px 24px 60px; max-width: 1400px; background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 4px 0; } h2 { font-size: 19px; margin: 34px 0 8px; }
h3 { font-size: 15px; margin: 14px 0 4px; overflow-wrap: anywhere; }
a { color: var(--accent); }
p { margin: 4px 0 8px; } .soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
.chips { display: flex; flex-wrap: wrap; gap: 6px; margin: 10px 0; }
.chip { border: 1px solid var(--line); border-radius: 12px; padding: 1px 10px; font-size: 13px; }
.chip.good { border-color: var(--good); } .chip.bad { border-color: var(--bad); }
.grid { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(var(--cell, 420px), 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; min-width: 0; }
.card h3 { margin-top: 0; }
.plan svg { display: block; width: 100%; height: auto; max-height: 620px; background: #ffffff; border-radius: 4px; }
.key { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 13px; color: var(--soft); margin-top: 6px; }
.swatch { display: inline-block; width: 12px; height: 12px; border-radius: 6px; margin-right: 5px;
  vertical-align: -1px; }
.ramp { display: inline-block; width: 90px; height: 10px; border-radius: 5px; margin: 0 5px; vertical-align: -1px; }
img { max-width: 100%; height: auto; display: block; border-radius: 4px; }
figure { margin: 0; } figcaption { font-size: 12.5px; line-height: 1.35; margin-top: 4px; color: var(--soft); }
figcaption b { color: var(--ink); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13.5px; }
th, td { text-align: left; padding: 3px 14px 3px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.chart { width: 100%; height: auto; display: block; }
.chart rect { fill: var(--accent); } .chart .base { stroke: var(--soft); }
.chart .limit { stroke: var(--bad); stroke-width: 2; }
.chart text { fill: var(--soft); font: 11px system-ui, sans-serif; }
.chart text.limit { fill: var(--bad); stroke: none; }
.question { white-space: pre-line; font-size: 13.5px; }
.pictures { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; }
"""
