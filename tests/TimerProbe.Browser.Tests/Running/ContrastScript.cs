namespace TimerProbe.Browser.Tests.Running;

/// <summary>Measures contrast in the page, by the formula of WCAG 2.2 (relative luminance, contrast ratio).</summary>
internal static class ContrastScript
{
    private const string Formula = """
        const channels = color => color.match(/[\d.]+/g).map(Number);
        const luminance = color => {
            const [red, green, blue] = channels(color).map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const ratio = (one, other) => {
            const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
            return (high + 0.05) / (low + 0.05);
        };
        const ground = element => {
            for (let at = element; at; at = at.parentElement) {
                const color = getComputedStyle(at).backgroundColor;
                const alpha = channels(color)[3];
                if (alpha === undefined || alpha === 1) return color;
            }
            return 'rgb(255, 255, 255)';
        };
        const told = (element, value) => `${element.tagName} ${element.className} "${element.textContent.trim().slice(0, 30)}": ${value.toFixed(2)}`;
        """;

    /// <summary>The elements with text of their own whose contrast is below a bound.</summary>
    public const string TextsBelow = "bound => {" + Formula + """
        return [...document.body.querySelectorAll('*')]
            .filter(element => !element.closest('svg, script, .skip') && element.checkVisibility()
                && [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
            .map(element => [element, ratio(getComputedStyle(element).color, ground(element))])
            .filter(([, value]) => value < bound)
            .map(([element, value]) => told(element, value));
        }
        """;

    /// <summary>The marks, bars and letters of pictures whose contrast is below a bound; the numbers in marks against their marks.</summary>
    public const string MarksBelow = "bound => {" + Formula + """
        const painted = element => { const style = getComputedStyle(element); return element.matches('.away, .slow, .wrong, .open, .fast') ? style.fill : style.stroke; };
        const marks = [...document.querySelectorAll('.marks path')].map(mark => [mark, ratio(painted(mark), ground(mark.closest('svg')))]);
        const bars = [...document.querySelectorAll('rect')].map(bar => [bar, ratio(getComputedStyle(bar).fill, ground(bar.closest('svg')))]);
        const numbers = [...document.querySelectorAll('.marks text')].map(text => [text, ratio(getComputedStyle(text).fill, getComputedStyle(text.parentElement.querySelector('.away, .slow, .wrong, .open, .fast')).fill)]);
        return [...marks, ...bars, ...numbers].filter(([, value]) => value < bound).map(([element, value]) => told(element, value));
        }
        """;
}
