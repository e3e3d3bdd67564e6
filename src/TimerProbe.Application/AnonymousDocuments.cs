namespace TimerProbe.Application;

/// <summary>Documents with pseudonyms. Findings name things all over, so they are concluded again from facts with pseudonyms.</summary>
public static class AnonymousDocuments
{
    public static ScanDocument Anonymize(ScanDocument document, Pseudonyms pseudonyms)
    {
        if (document.Anonymized)
        {
            return document;
        }

        var concluded = FleetFindings.Conclude(pseudonyms.Apply(document) with { Anonymized = true });
        return concluded.WithFindings(pseudonyms.Mute(concluded.Findings, document.Muting));
    }

    public static CheckDocument Anonymize(CheckDocument document, Pseudonyms pseudonyms)
    {
        var applied = pseudonyms.Apply(document);
        var findings = RuleCatalogue.Evaluate(applied.Facts());
        return applied.WithFindings(pseudonyms.Mute(findings, document.Muting));
    }

    public static SqlDocument Anonymize(SqlDocument document, Pseudonyms pseudonyms)
    {
        if (document.Anonymized)
        {
            return document;
        }

        var applied = pseudonyms.Apply(document) with
        {
            Anonymized = true,
            Check = document.Check is { } check ? Anonymize(check, pseudonyms) : null,
            CheckAfter = document.CheckAfter is { } after ? Anonymize(after, pseudonyms) : null,
        };
        var findings = RuleCatalogue.Evaluate(applied.Facts());
        return applied.WithFindings(pseudonyms.Mute(findings, document.Muting));
    }

    public static PlanDocument Anonymize(PlanDocument document, Pseudonyms pseudonyms) =>
        document.Anonymized ? document : pseudonyms.Apply(document) with { Anonymized = true };
}
