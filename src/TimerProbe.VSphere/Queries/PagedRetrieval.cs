using System.Runtime.InteropServices;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads the pages of one retrieval: the next is requested while one is parsed, and a left-over token is given back.</summary>
internal sealed class PagedRetrieval(VSphereSession session, RequestMeter? meter)
{
    private readonly ManagedObjectReference _collector = session.Content.PropertyCollector;

    public async Task ReadAsync(SoapCall first, ObjectContentReader reader, CancellationToken cancellationToken)
    {
        try
        {
            var page = Begin(first, Task.CompletedTask);
            while (await page.Token is { } token)
            {
                page = Begin(Continue(token), page.End);
            }

            await page.End;
        }
        catch (Exception ex) when (reader.Token is not null && ex is not VSphereException { Kind: VSphereErrorKind.NotAuthenticated })
        {
            await session.CleanUpAsync(Cancel(reader.Token), meter, cancellationToken);
            throw;
        }

        (Task<string?> Token, Task End) Begin(SoapCall call, Task before)
        {
            var token = new TaskCompletionSource<string?>(TaskCreationOptions.RunContinuationsAsynchronously);
            return (token.Task, ReadPageAsync(call, before, reader, token, cancellationToken));
        }
    }

    private async Task ReadPageAsync(
        SoapCall call, Task before, ObjectContentReader reader, TaskCompletionSource<string?> token, CancellationToken cancellationToken)
    {
        try
        {
            await session.SendAsync(
                call,
                soap =>
                {
                    if (!before.ContinueWith(page => page.IsCompletedSuccessfully, TaskScheduler.Default).Result)
                    {
                        return reader.ReadToken(soap);
                    }

                    return reader.ReadPage(soap, token.SetResult);
                },
                meter,
                cancellationToken);
            await before;
        }
        catch
        {
            await before;
            throw;
        }
        finally
        {
            token.TrySetResult(null);
        }
    }

    private SoapCall Continue(string token) => new("ContinueRetrievePropertiesEx", _collector, soap => soap.Text("token", token));

    private SoapCall Cancel(string token) => new("CancelRetrievePropertiesEx", _collector, soap => soap.Text("token", token));
}

/// <summary>
/// Decides whether the pages of one reading still bring something new: pages that do not could go on for ever. Some in a row may
/// be empty, since an account that may see little gets such pages.
/// </summary>
internal sealed class PageProgress<T>(int emptyAllowed, Func<T, bool>? add = null)
{
    private readonly Func<T, bool> _add = add ?? new HashSet<T>().Add;
    private int _onPage;
    private int _newOnPage;
    private int _emptyPages;

    public bool Add(T one)
    {
        _onPage++;
        var isNew = _add(one);
        _newOnPage += isNew ? 1 : 0;
        return isNew;
    }

    /// <summary>Whether the last page had nothing but what was known.</summary>
    public bool IsRepeated { get; private set; }

    /// <summary>Whether as many pages in a row were empty as may be.</summary>
    public bool IsExhausted => _emptyPages >= emptyAllowed;

    public void EndPage()
    {
        _emptyPages = _onPage == 0 ? _emptyPages + 1 : 0;
        IsRepeated = _onPage > 0 && _newOnPage == 0;
        (_onPage, _newOnPage) = (0, 0);
    }
}

/// <summary>Numbers that a server counts up: neighbors share a word of 64 bits, so that a million of them take a few megabytes.</summary>
internal sealed class KeySet
{
    private const int Shift = 6;
    private const int InWord = (1 << Shift) - 1;

    private readonly Dictionary<int, ulong> _words = [];

    public int Words => _words.Count;

    public bool Contains(int key) => _words.TryGetValue(key >> Shift, out var word) && (word & (1UL << (key & InWord))) != 0;

    public bool Add(int key)
    {
        ref var word = ref CollectionsMarshal.GetValueRefOrAddDefault(_words, key >> Shift, out _);
        var bit = 1UL << (key & InWord);
        if ((word & bit) != 0)
        {
            return false;
        }

        word |= bit;
        return true;
    }
}
