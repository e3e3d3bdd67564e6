"""Starts the simulated vCenter and checks by plain SOAP that it says what its README promises."""
import calendar
import json
import os
import re
import resource
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from html import unescape

PROGRAM = sys.argv[1]
ENVELOPE = ('<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" '
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>%s</soapenv:Body></soapenv:Envelope>')


class Center:
    def __init__(self, *arguments):
        self.folder = tempfile.mkdtemp()
        authority, labels = os.path.join(self.folder, "ca.pem"), os.path.join(self.folder, "labels.json")
        begun = time.monotonic()
        self.process = subprocess.Popen([PROGRAM, "--ca-out", authority, "--labels-out", labels, *arguments],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())
        self.seconds = time.monotonic() - begun
        with open(labels, encoding="utf-8") as file:
            self.labels = json.load(file) or []
        self.tls = ssl.create_default_context(cafile=self.ready["caFile"])
        self.cookie = None

    def call(self, method, this, body=""):
        kind, value = this
        text = f'<{method} xmlns="urn:vim25"><_this type="{kind}">{value}</_this>{body}</{method}>'
        headers = {"Content-Type": "text/xml", "SOAPAction": "urn:vim25/7.0"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        request = urllib.request.Request(self.ready["url"], (ENVELOPE % text).encode(), headers)
        try:
            with urllib.request.urlopen(request, context=self.tls) as answer:
                if answer.headers["Set-Cookie"]:
                    self.cookie = answer.headers["Set-Cookie"].split(";")[0]
                return answer.read().decode()
        except urllib.error.HTTPError as fault:
            return fault.read().decode()

    def login(self, password=None):
        return self.call("Login", ("SessionManager", "SessionManager"),
                         f"<userName>{self.ready['user']}</userName><password>{password or self.ready['password']}</password>")

    def view(self, kind):
        answer = self.call("CreateContainerView", ("ViewManager", "ViewManager"),
                           f'<container type="Folder">group-d1</container><type>{kind}</type><recursive>true</recursive>')
        return re.search(r"<returnval[^>]*>([^<]+)<", answer)[1]

    def properties(self, kind, paths, page=0):
        spec = (f"<specSet><propSet><type>{kind}</type>{''.join(f'<pathSet>{p}</pathSet>' for p in paths)}</propSet>"
                f'<objectSet><obj type="ContainerView">{self.view(kind)}</obj><skip>true</skip>'
                '<selectSet xsi:type="TraversalSpec"><name>view</name><type>ContainerView</type><path>view</path></selectSet>'
                f"</objectSet></specSet><options>{f'<maxObjects>{page}</maxObjects>' if page else ''}</options>")
        answers = [self.call("RetrievePropertiesEx", COLLECTOR, spec)]
        while token := re.search(r"<token>([^<]+)<", answers[-1]):
            answers.append(self.call("ContinueRetrievePropertiesEx", COLLECTOR, f"<token>{token[1]}</token>"))
        return answers

    def events(self, types, begin=None):
        window = f"<time><beginTime>{begin}</beginTime></time>" if begin else ""
        identifiers = "".join(f"<eventTypeId>{t}</eventTypeId>" for t in types)
        answer = self.call("CreateCollectorForEvents", ("EventManager", "EventManager"),
                           f"<filter>{window}<disableFullMessage>true</disableFullMessage>{identifiers}</filter>")
        collector = ("EventHistoryCollector", re.search(r"<returnval[^>]*>([^<]+)<", answer)[1])
        found = []
        while page := blocks(self.call("ReadNextEvents", collector, "<maxCount>1000</maxCount>"), "returnval"):
            found += page
        self.call("DestroyCollector", collector)
        return found

    def stop(self):
        self.process.stdin.close()
        assert self.process.wait(10) == 0, "closing standard input must end the server"


COLLECTOR = ("PropertyCollector", "propertyCollector")


def blocks(text, name):
    return re.findall(rf"<{name}[ >].*?</{name}>", text, re.S)


def value(text, name):
    found = re.search(rf"<name>{re.escape(name)}</name><val[^>]*>(.*?)</val>", text, re.S)
    return unescape(found[1]) if found else None


POWER_ON = ["VmPoweredOnEvent", "DrsVmPoweredOnEvent", "VmRestartedOnAlternateHostEvent", "com.vmware.vc.ha.VmRestartedByHAEvent"]
CLONED = "com.vmware.vc.VmInstantClonedEvent"


def role(machine):
    return int(value(machine, "config.ftInfo.role") or 0)


def check_labels(center, hertz, booted, machines):
    """Finds each home again from what was served: the newest power-on of this boot that no memory image stands behind."""
    seconds = lambda text: time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))
    number = lambda event, name: int(re.search(rf"<{name}>(\d+)<", event)[1])
    history, clonings = {}, set()
    for event in center.events(POWER_ON + ["VmSuspendedEvent", "VmResumingEvent", "VmPoweredOffEvent", "VmPrimaryFailoverEvent", CLONED, "TaskEvent"]):
        if "VirtualMachine.instantClone" in event:
            clonings.add(number(event, "key"))
        else:
            history.setdefault(re.search(r'type="VirtualMachine">(vm-\d+)<', event)[1], []).append(event)
    for label in center.labels:
        boot = value(machines[label["id"]], "summary.runtime.bootTime")
        found, image, last = None, None, None
        for event in history.get(label["id"], []):
            kind = re.search(r':type="(\w+)"', event)[1]
            at, on = seconds(re.search(r"<createdTime>([^<]+)<", event)[1]), re.search(r"<name>([^<]+)</name>", blocks(event, "host")[0])[1]
            if kind in ("VmSuspendedEvent", "VmResumingEvent"):
                image = image or "suspended"
            elif kind == "TaskEvent" or CLONED in event or number(event, "chainId") in clonings or (kind == "VmPrimaryFailoverEvent" and on == last):
                found, image = None, at
            elif kind == "VmPoweredOffEvent":
                image = image if isinstance(image, float) and at - image <= 600 else None
            elif kind in ("VmRestartedOnAlternateHostEvent", "EventEx") or kind != "VmPrimaryFailoverEvent" and image is None:
                found, image = on if boot and at >= seconds(boot) - 120 else None, None
            last = on
        if role(machines[label["id"]]) > 1:
            found = None
        placement = "unknown"
        if found in hertz:
            off = (hertz[label["host"]] - hertz[found]) / hertz[found] * 1e6
            placement = "home" if abs(off) <= 250 else "away"
            comparison = next(name for limit, name in
                              ((20, "equal"), (250, "near"), (10000, "different"), (1e9, "otherModel")) if abs(off) <= limit)
        if label.get("homeSource") == "onlyClass":
            assert found is None, label
        elif label["placement"] in ("home", "away"):
            assert (placement, found, comparison) == (label["placement"], label["homeHost"], label["comparison"]), (label, found, comparison)
        elif label["placement"] == "unknown":
            assert placement == "unknown", (label, found)


def labelled():
    center = Center()
    assert "NotAuthenticated" in center.call("CurrentTime", ("ServiceInstance", "ServiceInstance"))
    assert "InvalidLogin" in center.login("wrong"), "a wrong password must be refused"
    assert center.cookie is None
    assert "<userName>scan@vsphere.local</userName>" in center.login()

    hosts = {value(o, "name"): o for o in blocks("".join(center.properties(
        "HostSystem", ["name", "hardware.cpuInfo.hz", "hardware.cpuPowerManagementInfo.currentPolicy", "config.option",
                       "summary.currentEVCModeKey", "runtime.inMaintenanceMode", "runtime.bootTime", "config.product.version"])), "objects")}
    hertz = {name: int(value(o, "hardware.cpuInfo.hz")) for name, o in hosts.items()}
    assert len(hosts) == 15 and hertz["esx01.lab.example"] == 2394000000 and hertz["esx04.lab.example"] == 2593905000, hertz
    assert value(hosts["esx02.lab.example"], "hardware.cpuPowerManagementInfo.currentPolicy") == "Balanced"
    assert "timerForceTSC" in hosts["esx23-kernel-option.lab.example"] and "timerForceTSC" not in hosts["esx22.lab.example"]

    paths = ["name", "config.uuid", "config.extraConfig", "runtime.host", "runtime.bootTime", "summary.runtime.bootTime", "config.ftInfo.role"]
    pages = center.properties("VirtualMachine", paths, 10)
    machines = {re.search(r">(vm-\d+)<", o)[1]: o for page in pages for o in blocks(page, "objects")}
    assert len(machines) == len(center.labels) and len(pages) == -(-len(machines) // 10)
    for label in center.labels:
        assert value(machines[label["id"]], "name") == label["name"], label
        if label["name"] != "unknown-inaccessible":
            assert value(machines[label["id"]], "config.uuid") == label["uuid"]
            assert machines[label["id"]].count("<key>") >= 99
    assert "InvalidProperty" in center.properties("VirtualMachine", ["name", "config.rebootPowerOff"])[0]

    ids = {label["name"]: label["id"] for label in center.labels}

    def of(machine, events):
        return [e for e in events if f">{ids[machine]}<" in e]

    moves = of("away-vm-migrated", center.events(["VmMigratedEvent"]))
    assert len(moves) == 1 and ">esx01.lab.example<" in blocks(moves[0], "host")[0] and \
        "<name>esx04.lab.example</name>" in blocks(moves[0], "sourceHost")[0], moves
    check_labels(center, hertz, {name: value(o, "runtime.bootTime") for name, o in hosts.items()}, machines)
    boot = value(machines[ids["away-vm-migrated"]], "runtime.bootTime")
    starts = of("away-vm-migrated", center.events(["VmPoweredOnEvent"]))
    assert f"<createdTime>{boot}</createdTime>" in starts[0], (boot, starts)
    assert value(machines[ids["home-boot-time-in-summary-only"]], "runtime.bootTime") is None
    assert value(machines[ids["home-boot-time-in-summary-only"]], "summary.runtime.bootTime")
    assert len(center.events(["com.vmware.vc.ha.VmRestartedByHAEvent"])) == 2
    assert len(center.events(["TaskEvent"])) == 8
    assert not of("away-vm-migrated", center.events(["VmPoweredOnEvent"], time.strftime("%Y-%m-%dT00:00:00Z")))
    times = re.findall(r"<createdTime>([^<]+)<", "".join(center.events([])))
    assert times == sorted(times) and len(times) > 100

    machine = ids["pressure-starved-by-ready-time"]
    answer = center.call("QueryPerf", ("PerformanceManager", "PerfMgr"), (
        f'<querySpec><entity type="VirtualMachine">{machine}</entity><maxSample>1</maxSample>'
        "<metricId><counterId>12</counterId><instance></instance></metricId>"
        "<metricId><counterId>399</counterId><instance></instance></metricId><intervalId>20</intervalId></querySpec>"))
    assert re.findall(r"<value>(\d+)<", answer) == ["35201", "1"], answer
    assert "prod" in str(center.properties("ClusterComputeResource", ["name", "configurationEx", "summary"]))
    center.call("Logout", ("SessionManager", "SessionManager"))
    assert "NotAuthenticated" in center.call("CurrentTime", ("ServiceInstance", "ServiceInstance"))
    center.stop()
    print(f"labelled: {len(machines)} machines, {len(times)} events, ready after {center.seconds:.2f} s")


def scale(machines, hosts):
    center = Center("--scenario", "scale", "--vms", str(machines), "--hosts", str(hosts))
    center.login()
    begun = time.monotonic()
    pages = center.properties("VirtualMachine", ["name", "config.uuid", "config.extraConfig", "runtime.host"], 1000)
    seconds = time.monotonic() - begun
    events = center.events(["VmPoweredOnEvent", "DrsVmMigratedEvent"])
    assert sum(page.count("<objects>") for page in pages) == machines
    center.stop()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"scale: {machines} machines on {hosts} hosts, ready after {center.seconds:.2f} s, "
          f"read in {len(pages)} pages in {seconds:.2f} s, {len(events)} events, peak {peak:.0f} MB")


def history(center, machines, interval, csv):
    """The samples of machines: [(end of the period, hundredths of a percent, MHz)] by their ids."""
    specs = "".join(
        f'<querySpec><entity type="VirtualMachine">{machine}</entity><metricId><counterId>2</counterId><instance></instance></metricId>'
        f"<metricId><counterId>6</counterId><instance></instance></metricId><intervalId>{interval}</intervalId>"
        f"<format>{'csv' if csv else 'normal'}</format></querySpec>" for machine in machines)
    found = {}
    for entity in blocks(center.call("QueryPerf", ("PerformanceManager", "PerfMgr"), specs), "returnval"):
        if csv:
            times = re.search(r"<sampleInfoCSV>([^<]+)<", entity)[1].split(",")[1::2]
            series = [text.split(",") for text in re.findall(r"</id><value>([^<]+)<", entity)]
        else:
            times = re.findall(r"<timestamp>([^<]+)<", entity)
            series = [re.findall(r"<value>(\d+)<", values) for values in entity.split("</id>")[1:]]
        assert len(times) == len(series[0]) == len(series[1]), entity[:500]
        found[re.search(r">(vm-\d+)<", entity)[1]] = [(at, int(u), int(m)) for at, u, m in zip(times, *series)]
    return found


def year(machines):
    """What is labelled is what the statistics say: within a stretch of frequency every sample's interval holds the frequency."""
    utc = lambda text: calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))
    options = ["--scenario", "year", "--vms", str(machines), "--seed", "5"]
    now, kept = int(time.time()), 30 * 86400
    at = lambda seconds: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    center = Center(*options, "--now", at(now))
    center.login()
    pages = center.properties("VirtualMachine", ["name", "config.hardware.numCPU", "config.instanceUuid", "runtime.host"], 1000)
    served = {re.search(r">(vm-\d+)<", o)[1]: o for page in pages for o in blocks(page, "objects")}
    assert set(served) == {label["id"] for label in center.labels}
    for event in center.events([]):
        assert now - kept < utc(re.search(r"<createdTime>([^<]+)<", event)[1]) <= now
    running = {label["id"]: label for label in center.labels if label["placement"] != "off"}
    checked = samples = away = 0
    for interval, length, csv in ((300, 86400, False), (1800, 7 * 86400, True), (7200, 30 * 86400, False), (86400, 365 * 86400, True)):
        found = history(center, list(running)[:120], interval, csv)
        for machine, values in found.items():
            label, cpus = running[machine], int(value(served[machine], "config.hardware.numCPU"))
            assert "noStatistics" not in label.get("flags", [])
            for text, usage, mhz in values:
                end = utc(text)
                assert end % interval == 0 and now - length < end <= time.time(), (machine, text)
                samples += 1
                whole = [s["hz"] for s in label["stretches"]
                         if utc(s["from"]) < end - interval and ("to" not in s or utc(s["to"]) >= end)]
                if whole and not {"cpusAddedWhileOn", "saturated", "saturatedForHours"} & set(label.get("flags", [])):
                    rate = whole[0] * (1 + 1e-4) * cpus / 1e10, whole[0] * (1 - 1e-4) * cpus / 1e10
                    assert mhz / (usage + 1) <= rate[0] and (mhz + 1) / usage >= rate[1], (machine, text, usage, mhz, whole)
                    checked += 1
    for label in running.values():
        apart = abs(label["presentHz"] - label["homeHz"]) / label["homeHz"] * 1e6
        assert (apart > 250) == (label["placement"] == "away"), label
        away += label["placement"] == "away"
    assert 'interval' in center.call("QueryPerf", ("PerformanceManager", "PerfMgr"), (
        f'<querySpec><entity type="VirtualMachine">{next(iter(running))}</entity><intervalId>60</intervalId></querySpec>'))
    center.stop()
    earlier = Center(*options, "--now", at(now - 7 * 86400), "--day", "-7")
    today = {label["id"]: label for label in center.labels}
    for label in earlier.labels:
        assert today[label["id"]]["uuid"] == label["uuid"]
        if label["placement"] != "off" and label["poweredOnAt"] == today[label["id"]].get("poweredOnAt"):
            assert label["homeHz"] == today[label["id"]]["homeHz"], label
    earlier.stop()
    print(f"year: {machines} machines, {away} away, ready after {center.seconds:.2f} s, {samples} samples, {checked} of them in one stretch")


labelled()
scale(1000, 32)
year(300)
if "--all" in sys.argv:
    scale(10000, 320)
