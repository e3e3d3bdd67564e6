namespace TimerProbe.Core.Advice;

/// <summary>The tools that steps are written for, and the language a step is shown in.</summary>
public static class Tools
{
    public const string VSphereClient = "vSphere Client";

    public const string PowerCli = "PowerCLI";

    public const string Govc = "govc";

    public const string EsxiShell = "ESXi shell";

    public const string PowerShell = "PowerShell";

    public const string CommandPrompt = "Command Prompt (as administrator)";

    public const string Shell = "shell";

    public const string HostShell = "shell on the host";

    public const string Virsh = "virsh";

    public const string LibvirtXml = "libvirt XML";

    public const string Qemu = "QEMU command line";

    public const string Xl = "xl";

    public const string XlCfg = "xl.cfg";

    public const string Qm = "qm (Proxmox VE)";

    public const string Xe = "xe (XCP-ng or XenServer)";

    public const string Dom0 = "shell in dom0";

    public const string AzureCli = "az (Azure)";

    public const string OpenStackCli = "openstack";

    public const string Acli = "acli";

    public const string VBoxManage = "VBoxManage";

    public const string TSql = "T-SQL";

    public const string TimerProbe = "timerprobe";

    public const string Words = "in words";

    public static string AtNextRestart(string tool) => tool + ", at the next restart";

    public static string PowerShellOn(string where) => $"{PowerShell}, on {where}";

    public static string CloudShell(string cloud) => $"{Shell}, with {cloud}'s command-line tool";

    public static string OnNode(string tool) => tool.Split(',')[0] == Shell ? $"{tool}, on the container's node" : tool;

    /// <summary>The language of a tool's steps for a fenced code block; null for steps in words.</summary>
    public static string? GetLanguage(string tool) => tool.Split(',')[0] switch
    {
        PowerCli or PowerShell => "powershell",
        CommandPrompt => "bat",
        Govc or EsxiShell or Shell or HostShell or Virsh or Qemu or Xl or VBoxManage or TimerProbe
            or Qm or Xe or Dom0 or AzureCli or OpenStackCli or Acli => "sh",
        TSql => "sql",
        LibvirtXml => "xml",
        XlCfg => "text",
        _ => null,
    };
}
