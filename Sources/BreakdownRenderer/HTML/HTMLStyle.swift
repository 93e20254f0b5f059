/// The look of the page, on light and dark screens and on paper.
enum HTMLStyle {
    /// The style sheet; each colour of text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3).
    static let sheet = """
        :root {
          color-scheme: light dark;
          --ground: #fff; --text: #1b1f24; --faint: #5c6570; --line: #d5dae0;
          --red: #b3141b; --red-ground: #fdf0f0; --blue: #1a4fa8; --blue-ground: #eff4fd;
          --total: #eef0f3; --amber: #b97700; --violet: #7440c4; --teal: #0b7f79;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14171b; --text: #e7eaee; --faint: #9aa4b0; --line: #343b44;
            --red: #ff8f8c; --red-ground: #2a191b; --blue: #8ab8ff; --blue-ground: #171f2e;
            --total: #21262d; --amber: #f2b134; --violet: #b794f6; --teal: #4fd1c5;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; padding: 1.5rem 1rem; background: var(--ground); color: var(--text);
          font: 1rem/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums;
        }
        main { max-width: 44rem; margin: 0 auto; }
        h1 {
          margin: 0 0 1rem; color: var(--faint); font-size: .8rem; font-weight: 600;
          letter-spacing: .08em; text-transform: uppercase;
        }
        h2 { margin: 0; font-size: 1.4rem; line-height: 1.2; }
        article + article { margin-top: 3rem; }
        h2 a, nav a { color: inherit; text-decoration-color: var(--line); }
        main { display: flex; flex-direction: column; }
        h1 { order: -2; }
        nav { order: -1; margin: 0 0 2rem; }
        nav ol { margin: 0; padding-left: 1.6rem; columns: 16rem; }
        .signs { max-width: 100%; width: auto; height: .78em; vertical-align: -.06em; overflow: visible; }
        .signs .full { fill: currentColor; }
        .signs .line { fill: none; stroke: currentColor; stroke-width: 1.6; }
        .signs .dashed { stroke-dasharray: 2 1.6; }
        .signs .amber { color: var(--amber); }
        .signs .violet { color: var(--violet); }
        .signs .teal { color: var(--teal); }
        .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .season { margin: .2rem 0 .9rem; color: var(--faint); }
        table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); }
        th, td { padding: .32rem .7rem; border-top: 1px solid var(--line); font-weight: normal; }
        thead th, thead td { padding: .6rem .7rem; border-top: 0; }
        thead th { font-size: 1.15rem; font-weight: 700; white-space: nowrap; }
        .left { width: 30%; text-align: right; }
        .right { width: 30%; text-align: left; }
        .outcome, tbody th { text-align: center; }
        .outcome { font-weight: 700; }
        .match .left { color: var(--red); background: var(--red-ground); }
        .match .right { color: var(--blue); background: var(--blue-ground); }
        .robots th { color: var(--faint); }
        .title th { padding-top: 1.1rem; font-weight: 700; }
        .subtotal th, .subtotal td { font-weight: 600; }
        .total th, .total td { border-top: 2px solid var(--faint); border-bottom: 2px solid var(--faint); font-weight: 700; }
        .total th { background: var(--total); }
        .note { color: var(--faint); margin: .6rem 0 0; }
        .problem { margin: .6rem 0 0; font-weight: 600; }
        @media (max-width: 30rem) {
          body { padding: 1rem .5rem; }
          th, td, thead th, thead td { padding: .3rem .35rem; overflow-wrap: anywhere; }
          .left, .right { width: 30%; }
          thead th { font-size: 1rem; }
        }
        @media print {
          :root {
            color-scheme: light;
            --ground: #fff; --text: #000; --faint: #444; --line: #999;
            --red: #8f0d13; --blue: #133c82; --red-ground: #fff; --blue-ground: #fff; --total: #fff;
          }
          body { padding: 0; font-size: 10pt; }
          th, td { padding: .15rem .5rem; }
          h1 { display: none; }
          h2, .season, thead { break-after: avoid; }
          tr { break-inside: avoid; }
          article { break-inside: avoid-page; }
          article + article { margin-top: 1.5rem; }
        }
        """
}
